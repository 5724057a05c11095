// SPDX-License-Identifier: GPL-3.0-or-later
//
// layout-line.js: which bytes of which members a line of memory has that begins with an element, in one layout or another.
//
// Usage: const [before, ...after] = linesOf(object.layout, memberUse(object, ranges, samples));
//        before.element_B
//        before.parts      // [{ name, offset, size_B, accesses, share }], together a line: offset in the element before, name null: of padding,
//                          // share of the accesses of the member with most, 0 to 1; accesses and share null: not known

const PADDING = { name: null, offset: null, accesses: null, share: null };

// Accesses of a member: of its byte with most.  What is one member here may be several there.
function accessesOf(use, offset, size_B) {
  if (!use?.known) return null;
  return use.rows
    .filter((row) => row.offset < offset + size_B && row.offset + row.size_B > offset)
    .reduce((most, { loads, stores }) => Math.max(most, loads + stores), 0);
}

// The parts of an element, padding between them.
function partsOf({ element_B, members }) {
  const parts = [];
  let at = 0;
  for (const member of members.filter(({ size_B }) => size_B > 0).sort((a, b) => a.at - b.at)) {
    if (member.at > at) parts.push({ ...PADDING, size_B: member.at - at });
    parts.push(member);
    at = member.at + member.size_B;
  }
  if (at < element_B) parts.push({ ...PADDING, size_B: element_B - at });
  return parts;
}

// One line of elements, the last part cut where the line ends.
function lineOf(array, line_B) {
  const element = partsOf(array);
  const parts = [];
  for (let i = 0, left = element.length ? line_B : 0; left > 0; i++) {
    const part = element[i % element.length];
    const size_B = Math.min(part.size_B, left);
    parts.push({ name: part.name, offset: part.offset, size_B, accesses: part.accesses, share: part.share });
    left -= size_B;
  }
  return { element_B: array.element_B, parts };
}

export function linesOf({ line_B, element_B, arrays }, use) {
  if (!arrays.length || !element_B) return [];
  const all = arrays.map((array) => ({
    element_B: array.element_B,
    members: array.members.map(([name, offset, size_B, at]) => ({ name, offset, size_B, at, accesses: accessesOf(use, offset, size_B) })),
  }));
  const members = all.flatMap((array) => array.members);
  const most = members.reduce((max, { accesses }) => Math.max(max, accesses ?? 0), 0);
  for (const member of members) member.share = member.accesses === null ? null : most ? member.accesses / most : 0;
  const before = { element_B, members: members.map((member) => ({ ...member, at: member.offset })) };
  return [before, ...all].map((array) => lineOf(array, line_B));
}
