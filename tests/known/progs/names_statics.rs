// SPDX-License-Identifier: GPL-3.0-or-later
//
// names_statics: objects with names of Rust: statics, one of them in a module, and a vector.  For tests/known/names.
static mut TABLE: [u64; 1000] = [1; 1000];
mod inner {
    pub static mut HIDDEN: [u64; 1000] = [2; 1000];
}

#[inline(never)]
fn build(n: usize) -> Vec<u64> {
    let cells = vec![3u64; n];
    cells
}

fn main() {
    let v = build(1000);
    let mut sum = 0u64;
    for i in 0..1000 {
        unsafe {
            TABLE[i] += v[i];
            inner::HIDDEN[i] += v[i];
            sum += TABLE[i] + inner::HIDDEN[i];
        }
    }
    std::process::exit((sum == 1) as i32);
}
