// SPDX-License-Identifier: GPL-3.0-or-later
//
// roofline.js: instructions per byte to and from memory, and per cycle, below the roofs of the machine (Williams,
// Waterman, Patterson: Roofline, CACM 2009): what memory can send at most, and how many instructions can begin.
//
// Usage:
//   const machine = { width: 6, line_B: 64, memory_cycles: 12 };    // a line of 64 bytes every 12 cycles
//   const point = pointOf({ instructions: 1000, bytes: 640, cycles: 500 });    // { x: 1.5625, y: 2 }; x is null without bytes
//   roofAt(machine, 1.5625);                    // 6: at most so many instructions in a cycle
//   ridgeOf(machine);                           // 1.125: from there on memory is fast enough
//   const { x, y } = rangesOf(machine, points); // [least, most] of either axis
//   const scale = logScale(x, [40, 600]);       // scale(10): where that is
//   logTicks(x, 6);                             // [0.1, 1, 10]
//   placeNames(marks, widths, box, 14);         // where names stand: [{ x, y, anchor } or null]

export const pointOf = ({ instructions, bytes, cycles }) => ({
  x: bytes > 0 ? instructions / bytes : null,
  y: cycles > 0 ? instructions / cycles : 0,
});

const bytesPerCycle = ({ line_B, memory_cycles }) => (memory_cycles > 0 ? line_B / memory_cycles : Infinity);

// Without traffic to memory (null), instructions are what is left.
export const roofAt = (machine, x) => (x === null ? machine.width : Math.min(machine.width, x * bytesPerCycle(machine)));

export const ridgeOf = (machine) => machine.width / bytesPerCycle(machine);

// All points, the ridge and some of both roofs are to be seen.
const ROOM = 2.5;

export function rangesOf(machine, points) {
  const ridge = ridgeOf(machine);
  const xs = [...points.map(({ x }) => x).filter((x) => x > 0), ...(ridge > 0 ? [ridge] : [])];
  const ys = points.map(({ y }) => y).filter((y) => y > 0);
  const [least, most] = [Math.min(...xs, 1 / ROOM), Math.max(...xs, ROOM)];
  return { x: [least / ROOM, most * ROOM], y: [Math.min(...ys, machine.width / 10) / ROOM, machine.width * 1.5] };
}

export function logScale([least, most], [from, to]) {
  const [low, high] = [Math.log(least), Math.log(most)];
  return (value) => from + ((to - from) * (Math.log(value) - low)) / (high - low);
}

// Powers of ten; with 2 and 5 of each where there is room for them, every second or third where there is none.
export function logTicks([least, most], room) {
  const powers = [];
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  for (let power = first; power <= last; power++) powers.push(power);
  const inside = (values) =>
    values.filter((value) => value >= least * (1 - 1e-9) && value <= most * (1 + 1e-9));
  const many = inside(powers.flatMap((power) => [1, 2, 5].map((factor) => Number(`${factor}e${power}`))));
  if (many.length <= room) return many;
  for (let step = 1; ; step++) {
    const some = inside(powers.filter((power) => power % step === 0).map((power) => Number(`1e${power}`)));
    if (some.length <= Math.max(1, room)) return some;
  }
}

const AWAY_px = 9;

// Names of so many pixels stand beside, above or below their marks { x, y }, where they meet neither a mark nor another
// name, nor points that are kept free, and in the box { x, y, width, height }; the first ones are placed first, and those without a place get null.
export function placeNames(marks, widths, box, height, kept = []) {
  const spot = ({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 });
  const taken = [...marks, ...kept].map(spot);
  const meets = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  const inside = (a) =>
    a.left >= box.x && a.right <= box.x + box.width && a.top >= box.y && a.bottom <= box.y + box.height;
  return marks.map(({ x, y }, i) => {
    const places = [
      { x: x + AWAY_px, y, anchor: 'start' },
      { x: x - AWAY_px, y, anchor: 'end' },
      { x, y: y - AWAY_px - height / 2, anchor: 'middle' },
      { x, y: y + AWAY_px + height / 2, anchor: 'middle' },
    ];
    for (const place of places) {
      const left = place.x - { start: 0, middle: widths[i] / 2, end: widths[i] }[place.anchor];
      const area = { left, right: left + widths[i], top: place.y - height / 2, bottom: place.y + height / 2 };
      if (!inside(area) || taken.some((other) => meets(area, other))) continue;
      taken.push(area);
      return place;
    }
    return null;
  });
}
