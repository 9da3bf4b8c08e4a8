import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../src/server-process';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'heliograph-server-process-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const shell = (script: string, name: string) => {
  const logFile = join(directory, name);
  const server = new ServerProcess({
    program: '/bin/sh',
    arguments: ['-c', script],
    logFile,
    isReady: (printed) => printed.includes('ready'),
    startTimeoutMs: 10_000,
    stopTimeoutMs: 100,
  });
  return { server, printed: () => readFileSync(logFile, 'utf8') };
};

it('restarts a killed server, waiting each time until it reports ready', async () => {
  const { server, printed } = shell('echo ready; while :; do sleep 1; done', 'again');
  await server.run();
  expect(server.isRunning).toBe(true);
  await server.kill();
  expect(server.isRunning).toBe(false);
  await server.run();
  expect(printed()).toBe('ready\nready\n');
  await server.stop();
  await server.exited;
});

it('reports the last output of a server that does not start', async () => {
  const { server } = shell('echo "the disk is full"; exit 1', 'failing');
  await expect(server.run()).rejects.toThrow('/bin/sh did not start: the disk is full');
});

it('kills a server that does not stop when asked to', async () => {
  const { server } = shell('trap "" TERM; echo ready; while :; do sleep 1; done', 'stubborn');
  await server.run();
  await server.pause();
  await server.stop();
  expect(server.isRunning).toBe(false);
});
