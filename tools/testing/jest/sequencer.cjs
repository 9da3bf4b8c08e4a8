'use strict';

const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');
const { findUsers, isUser } = require('./system-users.cjs');

/** Where the slowest tests are, slowest first, for clean clones without timings of earlier runs. */
const SLOW = [
  'tools/e2e/semantic.test',
  'tools/e2e/faults.test',
  'tools/e2e/browser/',
  'tools/e2e/cluster.test',
  'tools/e2e/',
  'web/docs/',
  'programs/launcher/test/',
  'images/',
  'packages/event-log/test/',
  'charts/',
  'services/dashboard/test/',
];

/** Shared systems' users first, then the slowest tests, so that no worker is left running one at the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path, context }) => {
      const file = relative(context.config.rootDir, path);
      const index = SLOW.findIndex((prefix) => file.startsWith(prefix));
      return index === -1 ? SLOW.length : index;
    };
    const sorted = super.sort(tests);
    const isKnown = sorted.every(({ duration }) => duration !== undefined);
    const slowest = isKnown ? sorted : sorted.toSorted((one, other) => rank(one) - rank(other));
    findUsers(slowest.map(({ path }) => path));
    return slowest.toSorted((one, other) => Number(isUser(other.path)) - Number(isUser(one.path)));
  }
};
