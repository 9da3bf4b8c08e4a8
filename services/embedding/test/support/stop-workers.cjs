// Stops embedding threads at different moments of their runs.
'use strict';
const { setTimeout: after } = require('node:timers/promises');
const { ModelWorker } = require('../../dist/providers/local/model-worker.js');

const STOPS = 8;
const RUN_TIMEOUT_MS = 60_000;
const texts = Array.from({ length: 64 }, (_, index) => ({
  title: `Company ${index} opens a plant`,
  company: { description: `It makes ${index} kinds of batteries`, industries: ['Energy'] },
}));

async function main() {
  for (let stop = 0; stop < STOPS; stop += 1) {
    const worker = new ModelWorker({ isBackground: false }, RUN_TIMEOUT_MS);
    await worker.ready();
    const run = worker.embed(texts).catch(() => undefined);
    await after(5 + 7 * stop);
    await worker.stop();
    await run;
  }
}

void main();
