// SPDX-License-Identifier: GPL-3.0-or-later
// answer: scans of strings
// says: collect them once
// The characters of a text by their number: each call counts from the start.
#[inline(never)]
fn doubled(text: &str) -> usize {
    (1..text.len()).filter(|&i| text.chars().nth(i) == text.chars().nth(i - 1)).count()
}

fn main() {
    let mut state = 1u32;
    let text: String = (0..3000)
        .map(|_| {
            state = state.wrapping_mul(69069).wrapping_add(5);
            (b'a' + (state >> 29) as u8) as char
        })
        .collect();
    println!("{}", doubled(&text));
}
