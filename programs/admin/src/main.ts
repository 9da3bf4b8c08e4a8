#!/usr/bin/env -S node --max-semi-space-size=64
import { runProgram } from './program';

const { stdout, stderr, env: environment } = process;

// A reader that closes the pipe early (`| head`) is no failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

void runProgram(process.argv.slice(2), { stdout, stderr, environment }).then((status) => {
  process.exitCode = status;
});
