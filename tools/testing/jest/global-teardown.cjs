'use strict';

const { rmSync } = require('node:fs');

/** Stops the servers that tests asked for and removes the run's directory. */
module.exports = async function globalTeardown() {
  const { directory, servers, watcher } = globalThis.heliographTestRun;
  watcher.close();
  const stops = await Promise.all(Object.values(servers));
  await Promise.all(stops.map((stop) => stop?.()));
  rmSync(directory, { recursive: true, force: true });
};
