// SPDX-License-Identifier: GPL-3.0-or-later
//
// quotients.js: rates of misses, unused bytes and accesses per line of a function: model.rates.
//
// Usage: quotient(rate, (event) => costs(event)[index])     // 0.25, the part; of kind uses a number; null: nothing to divide by
//        quotientText(rate, value)                          // "25.0%", "1.14", "–"
import { decimal, percent } from './format.js';

const MILLION = 1e6; // what accesses per line are divided by is in millionths

export function quotient({ kind, of, by }, cost) {
  const sum = (terms) => Object.entries(terms).reduce((all, [event, factor]) => all + factor * cost(event), 0);
  const divisor = sum(by);
  if (!divisor) return null;
  const value = sum(of) / divisor;
  return kind === 'uses' ? MILLION * value : kind === 'unused' ? Math.min(1, value) : value;
}

export const quotientText = ({ kind }, value) =>
  value === null ? '\u2013' : kind === 'uses' ? decimal(value) : percent(value, 1);
