#!/usr/bin/env -S node --max-semi-space-size=64
import { runProgram } from './program';

const { stdout, stderr, env: environment } = process;

// The program reports failed writes itself; whatever becomes of them, the command goes on and keeps its status.
for (const stream of [stdout, stderr]) stream.on('error', () => undefined);

void runProgram(process.argv.slice(2), { stdout, stderr, environment }).then((status) => {
  process.exitCode = status;
});
