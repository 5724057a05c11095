// SPDX-License-Identifier: GPL-3.0-or-later
// answer: indexing
// A product of matrices that are vectors of vectors.
const N: usize = 120;

#[inline(never)]
fn product(a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>, i: usize, j: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += a[i][k] * b[k][j]; // here
    }
    sum
}

fn main() {
    let a = vec![vec![1.5; N]; N];
    let b = vec![vec![2.5; N]; N];
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += product(&a, &b, i, j);
        }
    }
    println!("{}", sum);
}
