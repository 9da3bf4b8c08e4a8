'use strict';

// A program that speaks the services' protocol with its supervisor and misbehaves according to BEHAVIOUR. It appends a
// line to the file HISTORY for each start and each stop.
const { appendFileSync, readFileSync } = require('node:fs');
const { setInterval } = require('node:timers');

const { BEHAVIOUR: behaviour, HISTORY: history } = process.env;
appendFileSync(history, `start ${process.pid}\n`);
const starts = readFileSync(history, 'utf8').match(/start/g).length;

setInterval(() => undefined, 60_000);
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  if (behaviour === 'ignores SIGTERM') return;
  appendFileSync(history, `stop ${process.pid}\n`);
  process.exit(0);
});

if (behaviour === 'bad configuration') {
  process.stderr.write('test: A is required but not set\ntest: B: must be a number\n');
  process.exit(2);
}
if (behaviour === 'fails' || (behaviour === 'fails once' && starts === 1)) {
  process.stdout.write('{"level":"info"}\n');
  process.stderr.write('test: start failed: no such thing\n');
  process.exit(1);
}
if (behaviour === 'says its options') appendFileSync(history, `${process.execArgv.join(' ')}\n`);
if (behaviour !== 'never ready') process.send({ type: 'ready' });
