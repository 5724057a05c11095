// SPDX-License-Identifier: GPL-3.0-or-later
//
// figures.test.mjs: ticks, labels, and colours: contrast, and what people without red or green cones see.
import assert from 'node:assert/strict';
import test from 'node:test';
import { SHAPES, causeColour, contrast, functionColours, luminance, mix, palette } from '../figures/palette.js';
import { BETWEEN, LEVELS } from '../lib/levels.js';
import { fits, hex, parseBytes, spread, tickTexts, ticks } from '../figures/ticks.js';

test('ticks are round, inside, and about as many as wanted', () => {
  assert.deepEqual(ticks(0, 100, 5), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(ticks(0.21, 0.98, 4), [0.4, 0.6, 0.8]);
  for (const [from, to] of [
    [0, 7.3e6],
    [1000, 1500999],
    [123456, 123999],
    [0, 0.03],
    [1e11, 1.00001e11],
  ]) {
    for (const wanted of [2, 5, 9]) {
      const found = ticks(from, to, wanted);
      assert.ok(found.every((tick) => tick >= from && tick <= to));
      assert.ok(found.length <= wanted * 1.01 + 1);
      assert.equal(new Set(tickTexts(found)).size, found.length);
    }
  }
  assert.deepEqual(ticks(1, 1, 5), []);
});

test('texts of ticks tell them apart with as few digits as possible', () => {
  assert.deepEqual(tickTexts([0, 500000, 1000000]), ['0', '500 k', '1 M']);
  assert.deepEqual(tickTexts([1000000, 1250000, 1500000]), ['1 M', '1.25 M', '1.5 M']);
  assert.deepEqual(tickTexts([0, 0.5, 1]), ['0', '0.5', '1']);
});

test('bytes are read, addresses written', () => {
  assert.equal(parseBytes('32 KiB, 8 ways, lines of 64 bytes'), 32768);
  assert.equal(parseBytes('1.5 MiB'), 1572864);
  assert.equal(parseBytes('yes'), null);
  assert.equal(hex(0x7fff10000000), '0x7fff10000000');
});

test('labels drawn do not overlap, and the first rank wins', () => {
  const labels = [
    { start: 0, length: 50, rank: 2 },
    { start: 40, length: 50, rank: 1 },
    { start: 95, length: 20, rank: 3 },
    { start: 92, length: 20, rank: 4 },
  ];
  assert.deepEqual(fits(labels), [false, true, true, false]);
});

test('labels move apart as little as needed, and stay in the room', () => {
  assert.deepEqual(spread([10, 50, 90], 10, 100), [10, 50, 90]);
  assert.deepEqual(spread([50, 50, 50], 10, 100), [40, 50, 60]);
  assert.deepEqual(spread([1, 2], 10, 100), [5, 15]);
  assert.equal(spread([1, 2, 3], 40, 100), null);
  for (let k = 0; k < 50; k++) {
    const centres = Array.from({ length: 12 }, (_, i) => (i * 7919 + k * 104729) % 300).sort((a, b) => a - b);
    const moved = spread(centres, 20, 300);
    moved.forEach((y, i) => assert.ok(y >= 10 - 1e-9 && y <= 290 + 1e-9 && (i === 0 || y - moved[i - 1] >= 20 - 1e-9)));
  }
});

// What people without one kind of cone see: the matrices of Viénot, Brettel and Mollon (1999), on linear light.
const BLIND = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};
const linear = (colour) => [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
const seen = (colour, matrix) =>
  matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * linear(colour)[i], 0));
const lightness = (y) => 116 * Math.cbrt(Math.max(0.0089, y)) - 16;
const apart = (a, b, matrix) => {
  const [p, q] = [seen(a, matrix), seen(b, matrix)];
  return Math.hypot(...p.map((value, c) => lightness(value) - lightness(q[c])));
};

test('levels differ in lightness, and stand out from the background the more, the slower they are', () => {
  for (const dark of [false, true]) {
    const { levels, background } = palette(dark);
    const contrasts = [...LEVELS, 'memory'].map((level) => contrast(levels[level], background));
    const [first, last] = [contrasts[0], contrasts.at(-1)];
    assert.ok(first >= 2 && last >= 7, contrasts.join(' '));
    for (const between of contrasts.slice(1, -1)) assert.ok(between > first && between < last, contrasts.join(' '));
  }
});

test('levels stay apart for people who do not see red or green', () => {
  for (const dark of [false, true]) {
    const colours = Object.values(palette(dark).levels);
    for (const matrix of Object.values(BLIND)) {
      colours.forEach((a, i) =>
        colours.slice(i + 1).forEach((b) => {
          const far = apart(a, b, matrix);
          assert.ok(far >= 20, `${a} and ${b} look alike: ${far}`);
        }),
      );
    }
  }
  assert.deepEqual(Object.keys(SHAPES), [...LEVELS, 'memory']);
  assert.equal(new Set(Object.values(SHAPES)).size, LEVELS.length + 1);
});

// They touch each other in bars, in their order.
test('causes of cycles stay apart, and those side by side the more', () => {
  const eyes = [...Object.values(BLIND), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
  for (const dark of [false, true]) {
    const colours = palette(dark);
    // L3, which few runs have, may be nearer to others: so many colours have no more room
    const few = BETWEEN.slice(1).map((level) => `Cy${level}`);
    const causes = Object.keys(colours.causes).filter((event) => !few.includes(event)).map((event) => colours.causes[event]);
    assert.equal(causes.length, 12);
    for (const event of few) {
      const own = Object.keys(colours.causes).indexOf(event);
      Object.values(colours.causes).forEach((colour, i) => {
        const far = Math.min(...eyes.map((matrix) => apart(colours.causes[event], colour, matrix)));
        assert.ok(i === own || far >= (Math.abs(i - own) === 1 ? 35 : 18), `${event} and ${colour} look alike: ${far}`);
      });
    }
    for (const colour of causes) assert.ok(contrast(colour, colours.background) >= 1.9, colour);
    for (const matrix of eyes)
      causes.forEach((a, i) =>
        causes.slice(i + 1).forEach((b, next) => {
          const far = apart(a, b, matrix);
          assert.ok(far >= (next === 0 ? 45 : 24), `${a} and ${b} look alike: ${far}`);
        }),
      );
  }
  assert.equal(causeColour(palette(false), 'CyNew'), palette(false).other);
});

test('text on the colours of functions can be read', () => {
  for (const dark of [false, true]) {
    const { functions, other, text } = palette(dark);
    for (const colour of [...functions, other])
      assert.ok(contrast(colour, text) >= 4.5, `${colour} ${contrast(colour, text)}`);
  }
});

test('functions with most samples get the colours', () => {
  const colours = palette(false);
  const counts = new Map(Array.from({ length: 12 }, (_, i) => [i, i === 3 ? 100 : 12 - i]));
  const found = functionColours(counts, colours);
  assert.equal(found.get(3), colours.functions[0]);
  assert.equal(found.get(11), colours.other);
  assert.equal(mix('#000000', '#ffffff', 0.5), '#808080');
  assert.equal(luminance('#ffffff'), 1);
});
