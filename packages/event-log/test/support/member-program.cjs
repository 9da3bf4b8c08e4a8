'use strict';

// A group member as a separate program, to be killed and stopped. Runs the build; accepts these messages:
// {settings, topic, group, hold}: subscribe; with `hold` each batch waits for `release`
// 'release': let batches through
// 'close': leave the group
// Sends {handling: [texts]} for each batch and 'closed' at the end.
const { createLogger } = require('@heliograph/runtime');
const { createEventLog } = require('../..');

let log;
let release;
const released = new Promise((resolve) => (release = resolve));

process.on('message', (order) => {
  if (order === 'release') release();
  else if (order === 'close') void close();
  else void subscribe(order);
});
process.on('disconnect', () => process.exit());

async function subscribe({ settings, topic, group, hold }) {
  const logger = createLogger({ service: 'member', level: 'fatal' });
  log = createEventLog(settings, { clientId: 'member', logger });
  await log.subscribe({
    topic,
    group,
    maximumBatch: 100,
    handle: async (messages) => {
      process.send({ handling: messages.map(({ value }) => value.toString()) });
      if (hold) await released;
    },
  });
}

async function close() {
  await log.close();
  process.send('closed');
}
