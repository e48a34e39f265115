//! One number for many bytes.

/// FNV-1a with 64 bits: stable for ever, and good enough to see whether anything changed.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }

    /// The number for all bytes so far.
    pub fn value(&self) -> u64 {
        self.0
    }
}
