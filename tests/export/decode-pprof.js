// SPDX-License-Identifier: GPL-3.0-or-later
//
// decode-pprof.js: what the package pprof-format finds in a profile for pprof, as JSON.
//
// Usage: node decode-pprof.js MODULES FILE...
// Prints a line for each FILE: sample types, default, tables' sizes, and samples with the stack of
// [ name, file, line, object, address ] from the outermost function inwards, values and labels.
'use strict';

const fs = require('fs');
const path = require('path');
const zlib = require('zlib');

const [modules, ...files] = process.argv.slice(2);
const { Profile } = require(path.join(modules, 'pprof-format'));

function decode(file) {
  const profile = Profile.decode(zlib.gunzipSync(fs.readFileSync(file)));
  const text = (n) => profile.stringTable.strings[Number(n)];
  const byId = (list) => new Map(list.map((e) => [Number(e.id), e]));
  const functions = byId(profile.function);
  const mappings = byId(profile.mapping);
  const locations = byId(profile.location);
  const frame = (id) => {
    const location = locations.get(Number(id));
    const line = location.line[0];
    const fn = functions.get(Number(line.functionId));
    const mapping = mappings.get(Number(location.mappingId));
    if (Number(fn.startLine) !== Number(line.line)) throw new Error(`${file}: start line of ${text(fn.name)}`);
    return [text(fn.name), text(fn.filename), Number(line.line), mapping ? text(mapping.filename) : '', String(location.address)];
  };
  return {
    types: profile.sampleType.map((t) => [text(t.type), text(t.unit)]),
    standard: text(profile.defaultSampleType),
    time: String(profile.timeNanos),
    duration: String(profile.durationNanos),
    program: profile.mapping.length ? text(profile.mapping[0].filename) : '',
    comments: profile.comment.map(text),
    samples: profile.sample.map((s) => ({
      stack: s.locationId.map(frame).reverse(),
      values: s.value.map(String),
      labels: Object.fromEntries(s.label.map((l) => [text(l.key), Number(l.num)])),
    })),
  };
}

for (const file of files) process.stdout.write(JSON.stringify(decode(file)) + '\n');
