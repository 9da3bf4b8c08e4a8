// Lets a plain Node.js process run the TypeScript sources, so that tests of programs never run an outdated build:
// node --require ./register.cjs main.ts
require('./compile-cache.cjs');
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join, resolve } = require('node:path');
const { version } = require('@swc/core/package.json');

const workspaces = resolve(__dirname, '../../../node_modules/@heliograph');
const cache = resolve(__dirname, '../../../node_modules/.cache/heliograph/transpiled');

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const name = createHash('sha1').update(`${version}\0${filename}\0${source}`).digest('hex');
  module._compile(keptCode(name) ?? keep(name, transpile(source, filename)), filename);
};

function transpile(source, filename) {
  // Loaded on demand: it is larger than most services.
  return require('@swc/core').transformSync(source, {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  }).code;
}

function keptCode(name) {
  try {
    return readFileSync(join(cache, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Written atomically, because other processes may be starting. What cannot be cached is transpiled again. */
function keep(name, code) {
  const unfinished = join(cache, `${name}.${process.pid}`);
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(unfinished, code);
    renameSync(unfinished, join(cache, name));
  } catch {
    // The disk may be full or, in a container, read-only.
  }
  return code;
}

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const [, name] = /^@heliograph\/([a-z0-9-]+)$/.exec(request) ?? [];
  const source = name === undefined || name === 'proto' ? request : join(workspaces, name, 'src/index.ts');
  return resolveFilename.call(Module, source, ...rest);
};
