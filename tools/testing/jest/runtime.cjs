'use strict';

const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const MODULE_PARAMETERS = new Set(['module', 'exports', 'require', '__dirname', '__filename', 'jest']);

/** What this worker has compiled, by file. */
const compiled = new Map();

/**
 * Compiles each module once for all test files of a worker. Jest recompiles it for each of them: hundreds of library
 * modules, a quarter of short tests' CPU time. Shares only code; each test file runs it in its own context.
 */
module.exports = class CompilingOnce extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const compile = executor.compile.bind(executor);
    const parameters = executor.injectedModuleParameters;
    // A module that declares a constant of an injected global's name gets that argument by another name.
    const renamed = parameters.map((name) => (MODULE_PARAMETERS.has(name) ? name : `_${name}`));
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      const script = context && scriptOf(source, filename, [parameters, renamed]);
      if (script) return script.runInContext(context);
      executor.injectedModuleParameters = renamed;
      return compile(source, filename);
    };
  }
};

/**
 * Undefined for a module with import(), for which Jest answers per test file, and for one with errors, which Jest
 * explains.
 *
 * @param lists of parameters: the first one with which it compiles.
 */
function scriptOf(source, filename, lists) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  if (source.includes('import(')) return undefined;
  for (const parameters of lists) {
    const script = scriptWith(parameters, source, filename);
    if (!script) continue;
    compiled.set(filename, { source, script });
    return script;
  }
  return undefined;
}

function scriptWith(parameters, source, filename) {
  const beginning = `(function(${parameters.join(',')}){`;
  try {
    return new Script(`${beginning}${source}\n})`, { filename, columnOffset: -beginning.length });
  } catch {
    return undefined;
  }
}
