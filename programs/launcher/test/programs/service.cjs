'use strict';

// A program that speaks the services' protocol with its supervisor and misbehaves according to BEHAVIOR. It appends a
// line to the file HISTORY for each start and each stop.
const { appendFileSync, readFileSync } = require('node:fs');
const { setInterval } = require('node:timers');

const { BEHAVIOR: behavior, HISTORY: history } = process.env;
appendFileSync(history, `start ${process.pid}\n`);
const starts = readFileSync(history, 'utf8').match(/start/g).length;

setInterval(() => undefined, 60_000);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  if (behavior === 'ignores SIGTERM') return;
  appendFileSync(history, `stop ${process.pid}\n`);
  process.exit(0);
});

if (behavior === 'bad configuration') {
  process.stderr.write('test: A is required but not set\ntest: B: must be a number\n');
  process.exit(2);
}
if (behavior === 'fails' || (behavior === 'fails once' && starts === 1)) {
  process.stdout.write('{"level":"info"}\n');
  process.stderr.write('test: start failed: no such thing\n');
  process.exit(1);
}
if (behavior === 'says its options') appendFileSync(history, `${process.execArgv.join(' ')}\n`);
if (behavior !== 'never ready') process.send({ type: 'ready' });
