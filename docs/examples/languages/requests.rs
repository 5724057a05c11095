// SPDX-License-Identifier: GPL-3.0-or-later
//
// requests: Callgrind's client requests from Rust, without any crate.  Of the
// three calls of work(), the first has its own part, the second is not collected,
// and the third is in the last part.  Start-up is not instrumented.
//
// Usage: rustc -g -O requests.rs
//        xgrind --instr-atstart=no ./requests [NUMBER]

/// The requests of <valgrind/callgrind.h>, x86-64.
mod callgrind {
    use std::{arch::asm, ffi::CStr};

    const FIRST: usize = (b'C' as usize) << 24 | (b'T' as usize) << 16;

    /// Valgrind recognises a request by these instructions: rdi is rotated by 128
    /// bits, and rbx is exchanged with itself.  The processor thus does nothing.
    fn request(number: usize, argument: usize) {
        let arguments = [FIRST + number, argument, 0, 0, 0, 0];
        unsafe {
            asm!(
                "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
                in("rax") arguments.as_ptr(),
                inout("rdx") 0usize => _,
            );
        }
    }

    pub fn dump_stats() {
        request(0, 0)
    }
    pub fn zero_stats() {
        request(1, 0)
    }
    pub fn toggle_collect() {
        request(2, 0)
    }
    pub fn dump_stats_at(text: &CStr) {
        request(3, text.as_ptr() as usize)
    }
    pub fn start_instrumentation() {
        request(4, 0)
    }
    pub fn stop_instrumentation() {
        request(5, 0)
    }
}

#[inline(never)]
fn work(rounds: u64) -> u64 {
    // volatile: the compiler must not compute the sum itself
    (0..rounds).fold(1, |sum, i| unsafe { std::ptr::read_volatile(&(sum ^ i)) })
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(1000, |n| n.parse().expect("a number"));
    let text = std::ffi::CString::new("first").unwrap();

    callgrind::start_instrumentation();
    callgrind::zero_stats();
    let mut sum = work(rounds);
    callgrind::dump_stats_at(&text);
    callgrind::toggle_collect();
    sum ^= work(100 * rounds);
    callgrind::toggle_collect();
    callgrind::dump_stats(); // nothing of work() is in this part
    sum ^= work(2 * rounds);
    callgrind::stop_instrumentation();

    println!("{sum}");
}
