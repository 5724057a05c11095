// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program whose functions have long names, for tests of what fits in a line.
use std::collections::{BTreeMap,HashMap};
trait Shape { fn area(&self)->f64; }
struct Square(f64); struct Circle<T>(T);
impl Shape for Square { fn area(&self)->f64{self.0*self.0} }
impl<T:Into<f64>+Copy> Shape for Circle<T> { fn area(&self)->f64{let r:f64=self.0.into(); r*r*3.0} }
fn main(){ let mut m:HashMap<String,Vec<u64>>=HashMap::new(); let mut b=BTreeMap::new();
for i in 0..2000u64 { m.entry(format!("k{}",i%97)).or_default().push(i); b.insert(i*7%1000,i.to_string()); }
let shapes:Vec<Box<dyn Shape>>=(0..1000).map(|i| if i%3==0 {Box::new(Square(i as f64)) as Box<dyn Shape>} else if i%3==1 {Box::new(Circle(i as f32)) as Box<dyn Shape>} else {Box::new(Circle(i as i32)) as Box<dyn Shape>}).collect();
let a:f64=shapes.iter().map(|s|s.area()).sum(); let mut v:Vec<_>=m.iter().map(|(k,v)|(v.len(),k.clone())).collect(); v.sort();
let mut w:Vec<String>=b.into_values().collect(); w.sort_by(|x,y|y.cmp(x)); println!("{} {:?} {}",a,v[0],w[0]); }
