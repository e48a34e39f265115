//! Fumen: golden documents, damaged ones, and the package `tetris-fumen` as a second opinion.

mod check;
mod damaged;
mod golden;
mod limits;
mod oracle;
mod random;
mod version_110;
