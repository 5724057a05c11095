// SPDX-License-Identifier: GPL-3.0-or-later
// answer: reference counts
// A clone of an Arc for each call.
use std::sync::Arc;

#[inline(never)]
fn value(p: Arc<i64>) -> i64 {
    *p
}

fn main() {
    let p = Arc::new(3);
    let mut sum = 0;
    for _ in 0..600000 {
        sum += value(p.clone()); // here
    }
    println!("{}", sum);
}
