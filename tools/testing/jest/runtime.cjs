'use strict';

const { statSync } = require('node:fs');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const MODULE_PARAMETERS = new Set(['module', 'exports', 'require', '__dirname', '__filename', 'jest']);

/** What this worker has read and transformed, and what it has compiled, by file. */
const transformed = new Map();
const compiled = new Map();
/** Resolved paths, by requiring file and name. */
const paths = new Map();
const mocks = new Map();

/**
 * Resolves, reads, and compiles each module once for all test files of a worker. Jest does so for every test file, with
 * hundreds of library modules: half of short tests' CPU time. Shares only code; each test file runs it in its own
 * context.
 */
module.exports = class LoadingOnce extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor, transformCache, _resolution: resolution } = this;
    resolution.resolveCjs = remembered(paths, resolution.resolveCjs.bind(resolution));
    resolution.getCjsMockModule = remembered(mocks, resolution.getCjsMockModule.bind(resolution));
    transformCache.transform = transformingOnce(transformCache);
    executor.config = lookingUpGlobalsOnce(executor.config);
    executor.jestGlobals = withoutLibraries(executor.jestGlobals);
    executor.compile = compilingOnce(executor);
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

/** Looking up a global in a test's context is slow, and Jest does it twice per global and module. */
function lookingUpGlobalsOnce(config) {
  let values;
  const sandboxInjectedGlobals = {
    map: (lookUp) => (values ??= config.sandboxInjectedGlobals.map(lookUp)),
  };
  return { ...config, sandboxInjectedGlobals };
}

/** Libraries don't use the `jest` object, which would create thirty functions per module. */
function withoutLibraries(jestGlobals) {
  return {
    jestObjectFor: (filename) =>
      filename.includes('/node_modules/') ? undefined : jestGlobals.jestObjectFor(filename),
  };
}

function compilingOnce(executor) {
  const compile = executor.compile.bind(executor);
  const parameters = executor.injectedModuleParameters;
  // If a module declares a constant with an injected global's name, that argument gets another name.
  const renamed = parameters.map((name) => (MODULE_PARAMETERS.has(name) ? name : `_${name}`));
  return (source, filename) => {
    const context = executor.environment.getVmContext();
    const script = context && scriptOf(source, filename, [parameters, renamed]);
    if (script) return script.runInContext(context);
    executor.injectedModuleParameters = renamed;
    return compile(source, filename);
  };
}

/**
 * Undefined for a module with import(), which Jest handles per test file, and for one with errors, which Jest reports.
 *
 * @param lists parameter lists; the first one that compiles is used.
 */
function scriptOf(source, filename, lists) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  let script;
  if (!importsDynamically(source))
    for (const parameters of lists) script ??= scriptWith(parameters, source, filename);
  compiled.set(filename, { source, script });
  return script;
}

const COMMENTS = /\/\*[^]*?\*\/|\/\/.*/g;

const importsDynamically = (source) =>
  source.includes('import(') && source.replace(COMMENTS, '').includes('import(');

function scriptWith(parameters, source, filename) {
  const beginning = `(function(${parameters.join(',')}){`;
  try {
    return new Script(`${beginning}${source}\n})`, { filename, columnOffset: -beginning.length });
  } catch {
    return undefined;
  }
}
