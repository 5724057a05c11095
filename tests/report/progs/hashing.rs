// SPDX-License-Identifier: GPL-3.0-or-later
// answer: hashing
// says: faster hasher
// options: -C opt-level=3
// A table of counts by the hasher of std, which takes longer than the table does.
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

#[inline(never)]
fn count(keys: &[u32], counts: &mut [u32; 256]) {
    for key in keys {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        counts[(hasher.finish() % 256) as usize] += 1;
    }
}

fn main() {
    let keys: Vec<u32> = (0..60_000u32).map(|i| i.wrapping_mul(1664525) >> 24).collect();
    let mut counts = [0; 256];
    count(&keys, &mut counts);
    println!("{}", counts[3]);
}
