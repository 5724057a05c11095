// SPDX-License-Identifier: GPL-3.0-or-later
//
// names.test.mjs: what is left of long names.
import assert from 'node:assert/strict';
import test from 'node:test';
import { abbreviated, labelled } from '../lib/names.js';

test('parameters go first, then arguments of templates, then namespaces', () => {
  const name = 'outer::inner::Map<std::pair<int, int>, Less>::find(Key const&, std::vector<int>) const';
  const expected = [
    [name.length, name],
    [name.length - 1, 'outer::inner::Map<std::pair<int, int>, Less>::find(…) const'],
    [58, 'outer::inner::Map<…>::find(…) const'],
    [34, '…::inner::Map<…>::find(…) const'],
    [30, '…::Map<…>::find(…) const'],
    [20, '…::find(…) const'],
    [14, 'find(…) const'],
    [10, 'find(…) c…'],
  ];
  for (const [length, text] of expected) assert.equal(abbreviated(name, length), text, String(length));
});

test('an address is without zeros in front, however much room there is', () => {
  assert.equal(abbreviated('0x000000000074d220', 60), '0x74d220');
  assert.equal(abbreviated('0x0000000000000000', 60), '0x0');
  assert.equal(abbreviated('0x00zebra', 60), '0x00zebra', 'no address');
});

test('of Python, what a function is called stays, and where it is defined goes', () => {
  assert.equal(abbreviated('py::sort_words.<locals>.<lambda>', 40), 'py::sort_words.<locals>.<lambda>');
  assert.equal(abbreviated('py::sort_words.<locals>.<lambda>', 30), 'py::sort_words.<lambda>');
  assert.equal(abbreviated('py::<module>', 10), 'py::<modu…');
});

test('a loop is of its function: first its file goes, then its lines, the function last', () => {
  const name = '_dl_relocate_object [loop do-rel.h:131-152]';
  const expected = [
    [43, name],
    [42, '_dl_relocate_object [loop 131-152]'],
    [33, '_dl_relocate_object […]'],
    [23, '_dl_relocate_object […]'],
    [20, '_dl_relocate_object…'],
    [10, '_dl_reloc…'],
  ];
  for (const [length, text] of expected) assert.equal(abbreviated(name, length), text, String(length));
  assert.equal(abbreviated('f(int) [irreducible loop a b.h:7]', 30), 'f(int) [irreducible loop 7]');
  assert.equal(abbreviated('solver::run(Matrix const&) [loop 12-15]', 30), 'solver::run(…) [loop 12-15]');
});

test('of an object the place goes first, then the end', () => {
  const label = '_dl_allocate_tls_storage (dl-tls.c:465)';
  const expected = [
    [39, label],
    [38, '_dl_allocate_tls_storage'],
    [24, '_dl_allocate_tls_storage'],
    [12, '_dl_allocat…'],
  ];
  for (const [length, text] of expected) assert.equal(labelled(label, length), text, String(length));
  assert.equal(labelled('(other data) (ld-linux-x86-64.so.2)', 20), '(other data)');
  assert.equal(labelled('stack of thread 1', 17), 'stack of thread 1');
  assert.equal(labelled(' (all of it a place.c:1)', 10), ' (all of …');
});

test('operators are no brackets', () => {
  assert.equal(abbreviated('Matrix<double, 3>::operator()(int, int)', 30), 'Matrix<…>::operator()(…)');
  assert.equal(abbreviated('bool operator< <int, char>(A<int> const&, A<int> const&)', 28), 'bool operator< <…>(…)');
  assert.equal(abbreviated('std::ostream& operator<<(std::ostream&, Thing const&)', 35), 'std::ostream& operator<<(…)');
  assert.equal(abbreviated('apply<p->next, int>(long long)', 14), 'apply<…>(…)');
  assert.equal(
    abbreviated('Pointer<Node>::operator->() const [clone]', 36),
    'Pointer<…>::operator->() const [clone]'.length <= 36
      ? 'Pointer<…>::operator->() const [clone]'
      : '…::operator->() const [clone]',
  );
});

test('no name becomes longer than wanted, whatever is in it', () => {
  const names = [
    '((((((((((((((((((((((((((',
    '>>>>>>>>>>>>>>>>>>>>>>>>>>>>>',
    'a'.repeat(50),
    '::'.repeat(30),
    `f<${'g<'.repeat(5000)}x`,
    `${'n::'.repeat(20)}f(${'int, '.repeat(2000)}...)`,
    '🦊'.repeat(100),
  ];
  for (const name of names)
    for (const length of [6, 10, 20, 40])
      assert.ok(
        abbreviated(name, length).length <= length,
        `${name.slice(0, 30)} ${length} ${abbreviated(name, length)}`,
      );
});
