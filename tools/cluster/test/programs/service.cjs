'use strict';

// A fake service: reports ready over IPC and serves /readyz at its address. It appends a line to the file HISTORY for
// each start and each SIGTERM. It is unready while the file UNREADY exists, refuses its configuration while BROKEN
// exists, and does not stop while STUBBORN exists.
const { appendFileSync, existsSync } = require('node:fs');
const { createServer } = require('node:http');

const {
  ADDRESS: host,
  PORT: port,
  HISTORY: history,
  UNREADY: unready,
  BROKEN: broken,
  STUBBORN: stubborn,
} = process.env;
const note = (what) => appendFileSync(history, `${what} ${process.pid}\n`);

if (existsSync(broken)) {
  process.stderr.write('test: A is required but not set\n');
  process.exit(2);
}
note('start');
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => {
  note('stop');
  if (!stubborn) process.exit(0);
});
createServer((_, response) => response.writeHead(existsSync(unready) ? 503 : 200).end())
  .listen(Number(port), host)
  .once('listening', () => process.send({ type: 'ready' }));
