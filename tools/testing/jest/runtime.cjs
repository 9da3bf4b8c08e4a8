'use strict';

const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

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
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      const script = context && scriptOf(source, filename, executor.injectedModuleParameters);
      return script ? script.runInContext(context) : compile(source, filename);
    };
  }
};

/**
 * Undefined for a module with import(), for which Jest answers per test file, and for one with errors, which Jest
 * explains.
 */
function scriptOf(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  if (source.includes('import(')) return undefined;
  const beginning = `(function(${parameters.join(',')}){`;
  try {
    const script = new Script(`${beginning}${source}\n})`, { filename, columnOffset: -beginning.length });
    compiled.set(filename, { source, script });
    return script;
  } catch {
    return undefined;
  }
}
