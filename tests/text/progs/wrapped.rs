// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that functions allocate for others, for text/same-names.
use std::collections::HashMap;
static mut CELLS: [u64; 65536] = [0; 65536];
struct Node { next: Option<Box<Node>>, value: u64, rest: [u64; 6] }
#[inline(never)]
fn chain(n: u64) -> Option<Box<Node>> {
    let mut head = None;
    for i in 0..n { head = Some(Box::new(Node { next: head, value: i, rest: [0; 6] })); }
    head
}
#[inline(never)]
fn walk(mut at: &Option<Box<Node>>) -> u64 { let mut s = 0; while let Some(n) = at { s += n.value + n.rest[2]; at = &n.next; } s }
#[inline(never)]
fn buffer(n: usize) -> Vec<u64> { let mut v = Vec::with_capacity(n); for i in 0..n { v.push(i as u64); } v }
#[inline(never)]
fn strided<T: Copy + Into<u64>>(v: &[T]) -> u64 { let mut s = 0; for k in 0..16 { let mut i = k; while i < v.len() { s += v[i].into(); i += 16; } } s }
#[inline(never)]
fn fill_cells() -> u64 { let mut s = 0; unsafe { for k in 0..8 { let mut i = k; while i < 65536 { CELLS[i] += i as u64; s += CELLS[i]; i += 8; } } } s }
fn main() {
    let list = chain(20000);
    let mut small: Vec<u32> = Vec::new();
    for i in 0..50000u32 { small.push(i); }
    let big = buffer(100000);
    let mut map: HashMap<u64, u64> = HashMap::new();
    for i in 0..5000 { map.insert(i * 7919, i); }
    println!("{} {} {} {} {}", walk(&list), strided(&big), strided(&small), fill_cells(), map.len());
    std::mem::forget(list);
}
