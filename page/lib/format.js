// SPDX-License-Identifier: GPL-3.0-or-later
//
// format.js: numbers and names as the page shows them.
//
// Usage: count(1234567)            "1,234,567", as on the terminal
//        short(1234567)            "1.23 M"
//        plural(1, 'miss', 'misses')   "1 miss"
//        decimal(0.0625)           "0.063": a rate with two digits behind the point, or two that say something
//        shortEnds(1520100, 1524000)   ["1.520 M", "1.524 M"]: as many digits as tell them apart
//        percent(1, 3)             "33.3%"; "-" of nothing
//        bytes(98304)              "96 KiB"
//        visible('a\u202eb')       "a⟨202E⟩b": characters that cannot be seen, or turn others round
//        shortened(name, 80)       the name with its middle left out
//        capital('in vain')       "In vain"
//        named(name)               the name, or, if there is nothing to be seen of it, that it has none
//        widthOf(1234567)          pixels that count(1234567) needs, at most
const SPACE = '\u202f'; // between a number and its unit
const COMMA = ',';

export function count(value) {
  if (value == null || Number.isNaN(value)) return '\u2013';
  const sign = value < 0 ? '\u2212' : '';
  const [whole, fraction] = String(Math.abs(Number.isInteger(value) ? value : Math.round(value * 100) / 100)).split(
    '.',
  );
  if (whole.includes('e')) return String(value);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, COMMA);
  return sign + grouped + (fraction ? `.${fraction}` : '');
}

export const plural = (n, one, more = `${one}s`) => `${count(n)} ${n === 1 ? one : more}`;

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

export function short(value) {
  if (value == null || Number.isNaN(value)) return '\u2013';
  let scaled = Math.abs(value),
    power = 0;
  while (scaled >= 999.5 && power < PREFIXES.length - 1) {
    scaled /= 1000;
    power++;
  }
  const digits = power === 0 && Number.isInteger(value) ? 0 : scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
  return (value < 0 ? '\u2212' : '') + scaled.toFixed(digits) + (power ? `${SPACE}${PREFIXES[power]}` : '');
}

export function decimal(value) {
  if (value == null || Number.isNaN(value)) return '\u2013';
  if (value === 0 || value >= 99.995) return short(value);
  return value.toFixed(value >= 1 ? 2 : 1 - Math.floor(Math.log10(value)));
}

const DIGITS_MAX = 9;

export function shortEnds(least, most) {
  const texts = [least, most].map(short);
  if (texts[0] !== texts[1] || least === most) return texts;
  const power = PREFIXES.indexOf(texts[0].split(SPACE)[1] ?? '');
  const unit = power ? `${SPACE}${PREFIXES[power]}` : '';
  const scaled = (value, digits) => (value / 1000 ** power).toFixed(digits) + unit;
  for (let digits = 1; digits <= DIGITS_MAX; digits++)
    if (scaled(least, digits) !== scaled(most, digits))
      return [scaled(least, digits), scaled(most, digits)];
  return [count(least), count(most)];
}

export function percent(part, whole) {
  if (!whole) return '\u2013';
  const value = (100 * part) / whole;
  if (part !== 0 && Math.abs(value) < 0.05) return '<0.1%';
  return `${value.toFixed(1).replace('-', '\u2212')}%`;
}

export function bytes(value) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let power = 0;
  while (value >= 1024 && power < units.length - 1) {
    value /= 1024;
    power++;
  }
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${SPACE}${units[power]}`;
}

// Controls, marks of direction, and zero-width characters: nobody must be misled by what is not seen.
const UNSEEN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

export function visible(text) {
  return text.replace(
    UNSEEN,
    (character) => `\u27e8${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`,
  );
}

export function shortened(text, length = 160) {
  if (text.length <= length) return text;
  const half = Math.floor((length - 3) / 2);
  return `${text.slice(0, half).replace(/[\ud800-\udbff]$/, '')} \u2026 ${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

// The first letter large.
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

export const named = (text) => (text.trim() === '' ? '(no name)' : text);

const DIGIT_px = 9,
  COMMA_px = 4; // the widest of usual fonts, at 14 px

export function widthOf(value) {
  const text = count(value),
    commas = text.split(COMMA).length - 1;
  return DIGIT_px * (text.length - commas) + COMMA_px * commas;
}
