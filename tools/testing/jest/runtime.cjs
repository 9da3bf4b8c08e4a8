'use strict';

const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What this worker has compiled, by file. */
const compiled = new Map();

/**
 * Compiles each module once for all test files of a worker. Jest compiles it again for each of them: hundreds of modules of
 * libraries, which was a quarter of the processor time of short tests. Only code is shared; each test file runs it in a context
 * of its own.
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

/** Undefined of a module with import(), which Jest answers for each test file, and of one with errors, which Jest explains. */
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
