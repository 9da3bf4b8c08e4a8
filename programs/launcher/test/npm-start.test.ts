import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, waitFor } from '@heliograph/testing';

const root = resolve(__dirname, '../../..');
const TIMEOUT_MS = 60_000;
let home: string;

beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'npm-start-'))));
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));

// A supervisor or a script stops the process that it started, which is npm; a terminal would tell all of them.
it.each(['SIGINT', 'SIGTERM'] as const)('%s to npm stops the system', async (signal) => {
  const npm = spawn('npm', ['start', '--', '--empty', '--json'], {
    cwd: root,
    env: {
      ...process.env,
      GATEWAY_PORT: String(await freePort()),
      DASHBOARD_PORT: '0',
      HELIOGRAPH_HOME: home,
      EMBEDDING_PROVIDER: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that a failure leaves nothing running.
    detached: true,
  });
  let printed = '';
  // Comes only after the last process that holds the output has ended.
  let isClosed = false;
  npm.once('close', () => (isClosed = true));
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  try {
    await waitFor(() => printed.includes('Starting services') || isClosed, {
      timeoutMs: TIMEOUT_MS,
      description: () => `the start of services; it printed:\n${printed}`,
    });
    npm.kill(signal);
    await waitFor(() => isClosed, { timeoutMs: TIMEOUT_MS, description: 'npm and the system to end' });
    expect(printed).toContain('Stopping');
  } finally {
    if (!isClosed) process.kill(-npm.pid!, 'SIGKILL');
  }
});
