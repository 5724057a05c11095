// SPDX-License-Identifier: GPL-3.0-or-later
//
// names.js: long names of functions and objects, so that what tells them apart is still seen. Of functions the file in a loop's name
// goes first, then the parameters, the arguments of templates, the namespaces and classes in front, then the loop's lines, then the
// middle or end; of objects the place in parentheses, then the end.
//
// Usage: abbreviated('std::map<int, Node>::find(int const&)', 24)     // "std::map<…>::find(…)"
//        abbreviated('relocate [loop do-rel.h:131-152]', 24)          // "relocate [loop 131-152]"
//        labelled('tls_storage (dl-tls.c:465)', 20)                  // "tls_storage"
import { shortened } from './format.js';

const OPERATOR = /\boperator\s*(?:<=>|<<=?|>>=?|<=?|>=?|->\*?|\(\)|\[\])/y;
const TWO_ENDS = 24; // characters that are enough to show both ends
const MOST = 20000; // characters that are looked at

// What is between outermost brackets of a kind, left out; the name itself if they do not match.
function collapsed(name, open, close) {
  let out = '',
    depth = 0;
  for (let i = 0; i < name.length; i++) {
    const character = name[i];
    if (depth === 0 && character === 'o') {
      OPERATOR.lastIndex = i;
      const [operator] = OPERATOR.exec(name) ?? [];
      if (operator) {
        out += operator;
        i += operator.length - 1;
        continue;
      }
    }
    if (character === open) {
      if (depth++ === 0) out += name[i + 1] === close ? open : `${open}\u2026`;
    } else if (character === close && depth > 0 && name[i - 1] !== '-') {
      if (--depth === 0) out += close;
    } else if (depth === 0) out += character;
  }
  return depth === 0 ? out : name;
}

function cut(name, length) {
  if (name.length <= length) return name;
  return length < TWO_ENDS
    ? `${name.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}\u2026`
    : shortened(name, length);
}

const LOOP_FILE = /(\[(?:irreducible )?loop )[^\][]*:(?=\d[\d-]*\]$)/;
const LOOP = /^(.+) \[(?:irreducible )?loop [^\][]*\]$/s;

// The function of a loop that passes for a function with --loops=yes: "f" of "f [loop 3-9]". Of others the name itself.
export const withoutLoop = (name) => name.replace(/ \[(?:irreducible )?loop [^\]]*\].*$/, '');

const ANY_LOOP = ' [\u2026]';

// A loop is of the function before it.
function cutLoop(name, length) {
  const [, of] = LOOP.exec(name) ?? [];
  if (of === undefined) return cut(name, length);
  const end = [ANY_LOOP, '\u2026'].find((each) => of.length + each.length <= length);
  return end ? of + end : cut(of, length);
}

// An address, in place of a name, is without zeros in front.
export function abbreviated(full, length) {
  const name = full.replace(/^0x0+(?=[0-9a-f]+$)/, '0x');
  if (name.length <= length) return name;
  let short = name.slice(0, MOST).replace(LOOP_FILE, '$1');
  if (short.length <= length) return short;
  // Python's <lambda> and <module> say what it is.
  if (short.startsWith('py::')) return cut(short.replaceAll('.<locals>', ''), length);
  for (const [open, close] of ['()', '<>']) {
    short = collapsed(short, open, close);
    if (short.length <= length) return short;
  }
  // Brackets that are left do not match: what is before "::" there may be no namespace.
  for (let at; (at = short.indexOf('::')) >= 0 && !/[(<](?!\u2026?[)>])/.test(short.slice(0, at));) {
    short = short.slice(at + 2);
    if (short.length + 3 <= length) return `\u2026::${short}`;
  }
  return cutLoop(short, length);
}

const PLACE = / \([^()]*\)$/;

// Of a memory object.
export function labelled(label, length) {
  if (label.length <= length) return label;
  const short = label.replace(PLACE, '').trim() || label;
  return short.length <= length ? short : `${short.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}\u2026`;
}
