import { once } from 'node:events';
import { importCorpus } from './corpus';
import { sharedCorpus } from './fixture';
import { System } from './system';

// Starts the system that tests share, prints where it is as a line of JSON, and stops it when standard input ends.

/** Tests all come from one address, so they must not meet its limits together. */
const LIMITS = { LOGIN_REQUESTS_PER_MINUTE: '100000', SIGN_IN_REQUESTS_PER_MINUTE: '100000' };

async function main(): Promise<void> {
  const system = await System.start({ args: ['--empty'], environment: LIMITS });
  try {
    await importCorpus(system, sharedCorpus);
    const { home, port, dashboardUrl } = system;
    process.stdout.write(`${JSON.stringify({ home, port, dashboardUrl })}\n`);
    process.stdin.resume();
    await once(process.stdin, 'end');
  } finally {
    await system.destroy();
  }
}

void main();
