'use strict';

// Runs one command line after another in the built heliograph-admin: loading it takes longer than running it.
const { Writable } = require('node:stream');
const { runProgram } = require('@heliograph/admin');

process.on('message', async ({ id, args }) => {
  const stdout = collector();
  const stderr = collector();
  const status = await runProgram(args, { stdout, stderr, environment: process.env });
  process.send({ id, status, stdout: stdout.text(), stderr: stderr.text() });
});
process.once('disconnect', () => process.exit());

function collector() {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}
