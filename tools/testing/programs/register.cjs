// Lets a plain node process run the TypeScript sources, so that tests of programs never run an outdated build:
//   node --require ./register.cjs main.ts
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const repository = resolve(__dirname, '../../..');
/** Where each package's sources are. */
const { paths } = require(join(repository, 'tsconfig.json')).compilerOptions;

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  });
  module._compile(code, filename);
};

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const [source] = request === '@heliograph/proto' ? [] : (paths[request] ?? []);
  return resolveFilename.call(Module, source ? join(repository, source) : request, ...rest);
};
