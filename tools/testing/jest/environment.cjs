'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { default: NodeEnvironment } = require('jest-environment-node');
const { endLeftovers } = require('./leftovers.cjs');
const { untilMidnight } = require('./until-midnight.cjs');

/** Node's environment, but no test file starts shortly before midnight UTC or leaves anything running. */
module.exports = class TidyEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    const wait = untilMidnight(Date.now());
    if (wait === 0) return;
    process.stderr.write(`Waiting ${Math.ceil(wait / 1000)} s for midnight UTC\n`);
    await sleep(wait);
  }

  async teardown() {
    endLeftovers();
    await super.teardown();
  }
};
