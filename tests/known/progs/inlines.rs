// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inlined functions of Rust: iterators, collections and formatting of its standard library.  The
// usual main() reads /proc/self/maps first, which differs from run to run.
#![no_main]
use std::collections::BTreeMap;

#[inline(always)]
fn square(x: u64) -> u64 {
    x.wrapping_mul(x)
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let mut numbers: Vec<u64> = (0..500u64).map(|i| i * 7919 % 1009).collect();
    numbers.sort();
    let mut count: BTreeMap<String, u64> = BTreeMap::new();
    for x in numbers.iter().filter(|x| *x % 3 == 0) {
        *count.entry(format!("k{}", x % 17)).or_insert(0) += square(*x);
    }
    println!("{}", count.values().sum::<u64>());
    0
}
