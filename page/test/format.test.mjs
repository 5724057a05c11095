// SPDX-License-Identifier: GPL-3.0-or-later
//
// format.test.mjs: numbers and names as the page shows them; another implementation, Intl, groups digits.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bytes, count, decimal, named, percent, short, shortEnds, shortened, visible, widthOf } from '../lib/format.js';

const plain = (text) => text.replace(/\u202f/g, ' ').replace('\u2212', '-');

test('whole numbers are grouped by three digits', () => {
  const other = new Intl.NumberFormat('en-US');
  for (let i = 0, value = 7; i < 50; i++, value = Math.floor(value * 2.1) + 1) {
    assert.equal(plain(count(value)), other.format(value));
    assert.equal(plain(count(-value)), `-${other.format(value)}`);
  }
  assert.equal(count(0), '0');
  assert.equal(plain(count(1234.5)), '1,234.5');
  assert.equal(plain(count(0.126)), '0.13');
  assert.equal(count(undefined), '\u2013');
});

test('short numbers have three digits and a prefix', () => {
  const expected = [
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, '1.00 k'],
    [12345, '12.3 k'],
    [999499, '999 k'],
    [999500, '1.00 M'],
    [1.5e9, '1.50 G'],
    [2e18, '2.00 E'],
    [-4200, '-4.20 k'],
    [0.5, '0.50'],
  ];
  for (const [value, text] of expected) assert.equal(plain(short(value)), text, String(value));
});

test('rates have two digits behind the point, or two that say something', () => {
  const expected = [
    [0, '0'],
    [0.0625, '0.063'],
    [0.00123, '0.0012'],
    [0.5, '0.50'],
    [0.996, '1.00'],
    [10, '10.00'],
    [99.99, '99.99'],
    [99.996, '100'],
    [31250, '31.3 k'],
    [null, '\u2013'],
  ];
  for (const [value, text] of expected) assert.equal(plain(decimal(value)), text, String(value));
});

test('percentages', () => {
  const expected = [
    [1, 3, '33.3%'],
    [1, 1, '100.0%'],
    [0, 5, '0.0%'],
    [1, 2001, '<0.1%'],
    [1, 2000, '0.1%'],
    [-1, 4, '-25.0%'],
    [1, 0, '\u2013'],
  ];
  for (const [part, whole, text] of expected) assert.equal(plain(percent(part, whole)), text, `${part} of ${whole}`);
});

test('bytes have binary prefixes', () => {
  const expected = [
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [1536, '1.50 KiB'],
    [98304, '96 KiB'],
    [5 * 2 ** 20 + 1, '5.00 MiB'],
    [2 ** 40 * 2048, '2048 TiB'],
  ];
  for (const [value, text] of expected) assert.equal(plain(bytes(value)), text, String(value));
});

test('what cannot be seen is shown, what can be seen stays', () => {
  assert.equal(visible('a\u202eb\u200bc\u0000d\nf'), 'a⟨202E⟩b⟨200B⟩c⟨0000⟩d⟨000A⟩f');
  for (const text of ['operator<=>', 'مصفوفة', '数据🦊', '\ttab', 'it\'s "quoted" & <b>'])
    assert.equal(visible(text), text);
});

test('long names keep both ends, and no half of a character', () => {
  const name = `begin${'🦊'.repeat(5000)}end`;
  for (let length = 20; length < 60; length++) {
    const short_ = shortened(name, length);
    assert.ok(short_.length <= length, `${short_.length} characters of ${length}`);
    assert.ok(short_.startsWith('begin') && short_.endsWith('end'));
    assert.ok(
      short_.isWellFormed
        ? short_.isWellFormed()
        : !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(short_),
    );
  }
  assert.equal(shortened('short', 20), 'short');
});

test('names that cannot be seen, and the width of numbers', () => {
  assert.deepEqual(['', ' ', '\t ', 'a', ' a'].map(named), ['(no name)', '(no name)', '(no name)', 'a', ' a']);
  assert.equal(widthOf(7), 9);
  assert.equal(widthOf(1234567), 7 * 9 + 2 * 4);
});

test('both ends of a range have enough digits to differ', () => {
  assert.deepEqual(shortEnds(1523800, 1524900).map(plain), ['1.524 M', '1.525 M']);
  assert.deepEqual(shortEnds(1520000, 3000000).map(plain), ['1.52 M', '3.00 M']);
  assert.deepEqual(shortEnds(100000001, 100000002).map(plain), ['100.000001 M', '100.000002 M']);
  assert.deepEqual(shortEnds(5, 5).map(plain), ['5', '5']);
  assert.deepEqual(shortEnds(10.21, 10.22).map(plain), ['10.21', '10.22']);
});
