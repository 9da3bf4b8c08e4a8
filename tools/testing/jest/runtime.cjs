'use strict';

const { statSync } = require('node:fs');
const { Script, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What this worker has read and transformed, and what it has compiled, by file. */
const transformed = new Map();
const compiled = new Map();
/** Resolved paths, by requiring file and name. */
const paths = new Map();
const mocks = new Map();

/**
 * Resolves, reads, and compiles each module once for all test files of a worker, and leaves libraries to Node.js, which
 * loads them once. Jest does all of it for every test file, with hundreds of library modules. Each test file runs the
 * project's modules itself, so their state is not shared.
 */
module.exports = class LoadingOnce extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor, transformCache, cjsLoader, _resolution: resolution } = this;
    resolution.resolveCjs = remembered(paths, resolution.resolveCjs.bind(resolution));
    resolution.getCjsMockModule = remembered(mocks, resolution.getCjsMockModule.bind(resolution));
    transformCache.transform = transformingOnce(transformCache);
    executor.compile = (source, filename) =>
      scriptOf(source, filename, executor.injectedModuleParameters).runInThisContext();
    cjsLoader.requireModule = withNodesLibraries(cjsLoader, resolution);
  }
};

/** Caches only hits: a missing file may be created later. */
function remembered(known, find) {
  return (from, name) => {
    const key = `${from}\0${name}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = find(from, name)));
    return found;
  };
}

function transformingOnce(cache) {
  const transform = cache.transform.bind(cache);
  return (filename, options) => {
    const isInternal = options?.isInternalModule === true;
    const key = `${isInternal}:${filename}`;
    const { mtimeMs } = statSync(filename);
    let known = transformed.get(key);
    if (known?.mtimeMs !== mtimeMs) {
      const code = transform(filename, options);
      known = { mtimeMs, code, file: cache.transforms.get(filename) };
      transformed.set(key, known);
    } else if (!isInternal) {
      cache.transforms.set(filename, known.file);
      if (known.file.sourceMapPath) cache.sourceMaps.set(filename, known.file.sourceMapPath);
    }
    return known.code;
  };
}

/** @throws SyntaxError with the file's name. */
function scriptOf(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const beginning = `(function(${parameters.join(',')}){`;
  const script = new Script(`${beginning}${source}\n})`, {
    filename,
    columnOffset: -beginning.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  compiled.set(filename, { source, script });
  return script;
}

/** Jest's own modules keep a state per test file. */
function withNodesLibraries(loader, resolution) {
  const requireModule = loader.requireModule.bind(loader);
  return (from, name, options, isActual) => {
    if (!name || options?.isInternalModule || resolution.isCoreModule(name))
      return requireModule(from, name, options, isActual);
    const path = resolution.resolveCjs(from, name);
    return path.includes('/node_modules/') ? require(path) : requireModule(from, name, options, isActual);
  };
}
