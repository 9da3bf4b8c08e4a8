// Caches a program's compiled code for its next start, like `module.enableCompileCache` in Node.js 22: tests start the
// same programs hundreds of times, and compiling takes a third of a short start.
// node --require ./compile-cache.cjs main.js
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const vm = require('node:vm');

const directory = resolve(__dirname, '../../../node_modules/.cache/heliograph/compiled');
const hashOf = (text) => createHash('sha1').update(text).digest('base64');
// One file per program and way of running it: such processes load nearly the same code.
const variant = [process.version, process.arch, process.argv[1] ?? '', ...process.execArgv].join('\0');
const file = join(directory, createHash('sha1').update(variant).digest('hex'));

const earlier = readEntries();
const loaded = new Map();
let hasNews = false;

const compile = Module.prototype._compile;
Module.prototype._compile = function compileWithCache(content, filename, format, ...rest) {
  // Cached code cannot use import().
  const isPlain = format !== 'module' && !content.includes('import(');
  const script = isPlain ? scriptOf(content, filename) : undefined;
  if (!script) return compile.call(this, content, filename, format, ...rest);
  const require = (id) => this.require(id);
  require.resolve = (request, options) => Module._resolveFilename(request, this, false, options);
  require.resolve.paths = (request) => Module._resolveLookupPaths(request, this);
  Object.assign(require, { main: process.mainModule, extensions: Module._extensions, cache: Module._cache });
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, require, this, filename, dirname(filename));
};

/** Undefined for text that is not a CommonJS module; Node.js handles it itself. */
function scriptOf(content, filename) {
  const hash = hashOf(content);
  const found = earlier.get(filename);
  // V8 itself compares only the source's length.
  const cachedData = found?.hash === hash ? found.code : undefined;
  try {
    const script = new vm.Script(Module.wrap(content), {
      filename,
      cachedData,
    });
    hasNews ||= !cachedData || script.cachedDataRejected;
    loaded.set(filename, { hash, script });
    return script;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

// On exit, when the functions that were called have been compiled. If the process is killed, the next one does this.
process.on('exit', () => {
  if (!hasNews) return;
  const entries = new Map(earlier);
  for (const [name, { hash, script }] of loaded) entries.set(name, { hash, code: script.createCachedData() });
  writeEntries(entries);
});

/** File format: length of the table; table of names, hashes, and lengths; all code. */
function readEntries() {
  try {
    const bytes = readFileSync(file);
    const end = 4 + bytes.readUInt32LE(0);
    let at = end;
    return new Map(
      JSON.parse(bytes.subarray(4, end)).map(([name, hash, length]) => [
        name,
        { hash, code: bytes.subarray(at, (at += length)) },
      ]),
    );
  } catch {
    return new Map();
  }
}

/** Written atomically, because other processes may be starting. Without write access there is no cache. */
function writeEntries(entries) {
  const rows = [...entries].map(([name, { hash, code }]) => [name, hash, code.length]);
  const table = Buffer.from(JSON.stringify(rows));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(table.length);
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(unfinished, Buffer.concat([size, table, ...[...entries.values()].map(({ code }) => code)]));
    renameSync(unfinished, file);
  } catch {
    // The disk may be full or read-only.
  }
}
