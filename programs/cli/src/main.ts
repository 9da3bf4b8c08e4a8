#!/usr/bin/env node
import { EXIT_CODES, InterruptedError, type ExitCode } from './failure';
import { runProgram } from './program';

const { stdin, stdout, stderr, env: environment } = process;

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes the pipe early (`| head`) is no failure. Abandon work in progress.
  if (error.code === 'EPIPE') process.exit(EXIT_CODES.success);
  process.exitCode = EXIT_CODES.failure;
});
// Keep working even if no one reads standard error.
stderr.on('error', () => undefined);

/** The first signal lets a command end cleanly; the second ends the process. */
const interruption = new AbortController();
const interrupt = (status: ExitCode) => {
  if (interruption.signal.aborted) process.exit(status);
  interruption.abort(new InterruptedError(status));
};
process
  .on('SIGINT', () => interrupt(EXIT_CODES.interrupted))
  .on('SIGTERM', () => interrupt(EXIT_CODES.terminated))
  .on('SIGHUP', () => interrupt(EXIT_CODES.hangup));

void runProgram(process.argv.slice(2), { stdin, stdout, stderr, environment }, interruption.signal).then(
  (status) => {
    process.exitCode ||= status;
  },
);
