#!/usr/bin/env node
import { EXIT_CODES, InterruptedError } from './failure';
import { runProgram } from './program';

const { stdin, stdout, stderr, env: environment } = process;

// A reader that has seen enough (`| head`) is not a failure. Work in progress is abandoned.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT_CODES.success);
  });
}

/** The first Ctrl-C lets a command end cleanly; the second ends the process. */
const interruption = new AbortController();
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
  interruption.abort(new InterruptedError());
});

void runProgram(process.argv.slice(2), { stdin, stdout, stderr, environment }, interruption.signal).then(
  (status) => {
    process.exitCode = status;
  },
);
