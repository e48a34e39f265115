//! The first bytes of a file, which say whose it is. They are read without SQLite, which would make files to read some databases.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::schema::{APPLICATION_ID, FIRST_TABLE, Owner, SCHEMA_VERSION};

/// SQLite's format, section 1.3: the header, and a page of a database of ours.
const MAGIC: &[u8] = b"SQLite format 3\0";
const READ_VERSION: usize = 19;
const USER_VERSION: usize = 60;
const APPLICATION: usize = 68;
const PAGE: u64 = 4096;
/// Version 2 means a write-ahead log.
const LOG_MODE: u8 = 2;
/// What stands before the statement of a first table: type and names of the entry, and the page of the table.
const ENTRY: &[u8] = b"tablegamesgames\x02";

/// What a file says of itself.
pub(crate) struct Header {
    pub owner: Owner,
    /// Whether it has lost its header, but its first page is one of ours.
    pub is_lost: bool,
    /// Whether SQLite would need files beside it to read it.
    pub has_log_mode: bool,
}

impl Header {
    pub fn read(path: &Path) -> io::Result<Header> {
        let mut page = Vec::new();
        File::open(path)?.take(PAGE).read_to_end(&mut page)?;
        let word = |at: usize| page.get(at..)?.first_chunk().map(|&bytes| i32::from_be_bytes(bytes));
        let is_database = page.starts_with(MAGIC);
        let owner = match (is_database, word(APPLICATION), word(USER_VERSION)) {
            (true, Some(APPLICATION_ID), Some(version)) if version as u32 > SCHEMA_VERSION => {
                Owner::Newer(version as u32)
            }
            (true, Some(APPLICATION_ID), Some(version)) => Owner::Us(version as u32),
            _ => Owner::Others,
        };
        let mark = [ENTRY, FIRST_TABLE.as_bytes()].concat();
        let is_lost = !is_database && page.windows(mark.len()).any(|bytes| bytes == mark);
        Ok(Header { owner, is_lost, has_log_mode: page.get(READ_VERSION) == Some(&LOG_MODE) })
    }
}
