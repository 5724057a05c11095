// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Rust program of generics and traits: functions whose names differ only in a type, or in their hash.
use std::collections::{BTreeMap, HashMap};

trait Shape {
    fn area(&self) -> f64;
}

struct Square(f64);
struct Circle<T>(T);

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}

impl<T: Into<f64> + Copy> Shape for Circle<T> {
    fn area(&self) -> f64 {
        let radius: f64 = self.0.into();
        radius * radius * 3.0
    }
}

fn shape(i: i32) -> Box<dyn Shape> {
    match i % 3 {
        0 => Box::new(Square(i as f64)),
        1 => Box::new(Circle(i as f32)),
        _ => Box::new(Circle(i)),
    }
}

fn main() {
    let mut by_text: HashMap<String, Vec<u64>> = HashMap::new();
    let mut texts = BTreeMap::new();
    for i in 0..2000u64 {
        by_text.entry(format!("k{}", i % 97)).or_default().push(i);
        texts.insert(i * 7 % 1000, i.to_string());
    }
    let shapes: Vec<Box<dyn Shape>> = (0..1000).map(shape).collect();
    let area: f64 = shapes.iter().map(|shape| shape.area()).sum();
    let mut counts: Vec<_> = by_text.iter().map(|(text, list)| (list.len(), text.clone())).collect();
    counts.sort();
    let mut words: Vec<String> = texts.into_values().collect();
    words.sort_by(|a, b| b.cmp(a));
    println!("{} {:?} {}", area, counts[0], words[0]);
}
