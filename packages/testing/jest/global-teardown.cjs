'use strict';

const { rmSync } = require('node:fs');

/** Stops the run's database server, if a test asked for one, and removes the run's directory. */
module.exports = async function globalTeardown() {
  const { directory, server } = globalThis.heliographTestRun;
  await (await server)?.stop();
  rmSync(directory, { recursive: true, force: true });
};
