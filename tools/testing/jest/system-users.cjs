'use strict';

// A shared system takes 4 s of CPU per minute even when idle: the test files that use it run first, and it stops after
// the last of them.
const { readFileSync } = require('node:fs');

/** By shared server, how a test file names it. */
const NAMES = { system: /\bsharedSystem\b/, 'changing-system': /\bchangingSystem\b/ };

/** The run's test files that have not finished, by the system they use; set before the run. */
const users = new Map();

function findUsers(paths) {
  const sources = paths.map((path) => ({ path, source: readFileSync(path, 'utf8') }));
  for (const [server, name] of Object.entries(NAMES)) {
    const found = sources.filter(({ source }) => name.test(source)).map(({ path }) => path);
    users.set(server, new Set(found));
  }
}

const isUser = (path) => [...users.values()].some((paths) => paths.has(path));

/** A reporter that reports nothing. */
class StopsUnusedSystems {
  onTestFileResult({ path }) {
    const { servers } = globalThis.heliographTestRun;
    for (const [server, paths] of users)
      if (paths.delete(path) && paths.size === 0) servers[server] = servers[server]?.then(stopOnce);
  }
}

/** @returns what the teardown calls, which waits for this stop. */
function stopOnce(stop) {
  const stopped = stop?.();
  return () => stopped;
}

module.exports = StopsUnusedSystems;
Object.assign(module.exports, { findUsers, isUser });
