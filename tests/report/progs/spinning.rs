// SPDX-License-Identifier: GPL-3.0-or-later
// answer: waiting for another thread
// One thread waits in a loop for another one.
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

static DONE: AtomicU64 = AtomicU64::new(0);

fn main() {
    let worker = thread::spawn(|| {
        thread::sleep(Duration::from_millis(500));
        DONE.store(1, Ordering::Release);
    });
    while DONE.load(Ordering::Acquire) == 0 {} // here
    worker.join().unwrap();
    println!("{}", DONE.load(Ordering::Relaxed) != 0);
}
