'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { default: NodeEnvironment } = require('jest-environment-node');
const { untilMidnight } = require('./until-midnight.cjs');

/** Node's environment, in which no test file begins shortly before midnight in UTC. */
module.exports = class AwayFromMidnight extends NodeEnvironment {
  async setup() {
    await super.setup();
    const wait = untilMidnight(Date.now());
    if (wait === 0) return;
    process.stderr.write(`Waiting ${Math.ceil(wait / 1000)} s for midnight UTC\n`);
    await sleep(wait);
  }
};
