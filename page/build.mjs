// SPDX-License-Identifier: GPL-3.0-or-later
//
// build.mjs: makes the template of the browser report, one file with all styles and programs in it.
//
// Usage: node build.mjs [--modules=DIR] [--output=FILE] [--no-minify]
//   --modules   the node_modules that npm made from package.json (default: beside this file)
//   --output    default report.html
// The page's policy allows this script and these styles alone, by their hashes: whatever else gets into the page does not run.
// The licences of all packages that esbuild has put into the file are in it, too, in a script element of
// type text/plain: the page shows them under "Settings".
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

function options(args) {
  const found = { modules: path.join(here, 'node_modules'), output: 'report.html', minify: true };
  for (const arg of args) {
    const [, name, value] = /^--(modules|output)=(.+)$/.exec(arg) ?? [];
    if (name) found[name] = path.resolve(value);
    else if (arg === '--no-minify') found.minify = false;
    else {
      console.error('usage: node build.mjs [--modules=DIR] [--output=FILE] [--no-minify]');
      process.exit(2);
    }
  }
  return found;
}

async function bundle(entry, modules, minify) {
  const esbuild = createRequire(path.join(modules, 'x.js'))('esbuild');
  const result = await esbuild.build({
    entryPoints: [path.join(here, entry)],
    absWorkingDir: here,
    nodePaths: [modules],
    bundle: true,
    write: false,
    minify,
    metafile: true,
    outdir: 'out',
    format: 'iife',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    charset: 'ascii',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
  });
  const text = (end) => result.outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  return { script: text('.js'), style: text('.css'), inputs: Object.keys(result.metafile.inputs) };
}

// [{ name, version, licence, text }] of the packages among a bundle's inputs.
function licences(inputs, modules) {
  const names = new Set();
  for (const input of inputs) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input) ?? [];
    if (name) names.add(name);
  }
  return [...names].sort().map((name) => {
    const dir = path.join(modules, name);
    const about = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
    const file = fs.readdirSync(dir).find((each) => /^licen[cs]e(\.|$)/i.test(each));
    if (!file) throw new Error(`the package ${name} has no licence in it; do not put it into the report`);
    const text = fs.readFileSync(path.join(dir, file), 'utf8').trim();
    return { name, version: about.version, licence: about.license, text };
  });
}

// A text that no "</script>" or "<!--" in it can end.
const inline = (text) => text.replace(/<(?=\/script|!--|script)/gi, '\\x3c');
// What a policy calls a script or styles with this text.
const hashOf = (text) => `sha256-${crypto.createHash('sha256').update(text).digest('base64')}`;
const inlineJson = (value) => JSON.stringify(value).replace(/</g, '\\u003c');

async function main() {
  const { modules, output, minify } = options(process.argv.slice(2));
  const { script, style, inputs } = await bundle('main.jsx', modules, minify);
  const parts = {
    STYLE: style.replace(/<\/style/gi, '<\\/style'),
    SCRIPT: inline(script),
    LICENCES: inlineJson(licences(inputs, modules)),
  };
  const page = fs
    .readFileSync(path.join(here, 'page.html'), 'utf8')
    .replace(/(STYLE|SCRIPT) HASH/g, (_, part) => hashOf(parts[part]))
    .replace(/<!-- (STYLE|SCRIPT|LICENCES) -->/g, (_, part) => parts[part]);
  fs.writeFileSync(output, page);
}

main().catch((error) => {
  console.error(`build.mjs: ${error.message}`);
  process.exit(1);
});
