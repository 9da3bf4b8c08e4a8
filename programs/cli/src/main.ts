#!/usr/bin/env node
import { EXIT_CODES, InterruptedError } from './failure';
import { runProgram } from './program';

const { stdin, stdout, stderr, env: environment } = process;

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (`| head`) is no failure. Abandon work in progress.
  if (error.code === 'EPIPE') process.exit(EXIT_CODES.success);
  process.exitCode = EXIT_CODES.failure;
});
// Keep working even if no one reads standard error.
stderr.on('error', () => undefined);

/** The first Ctrl-C lets a command end cleanly; the second ends the process. */
const interruption = new AbortController();
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
  interruption.abort(new InterruptedError());
});

void runProgram(process.argv.slice(2), { stdin, stdout, stderr, environment }, interruption.signal).then(
  (status) => {
    process.exitCode ||= status;
  },
);
