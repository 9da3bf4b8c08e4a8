import { once } from 'node:events';
import { importCorpus } from './corpus';
import { sharedCorpus } from './fixture';
import { System } from './system';

// Starts one of the tests' shared systems, --unchanged or --changing, prints its location as a line of JSON, and stops it
// when standard input ends.

const ENVIRONMENT = {
  // All tests come from one address and must not exhaust its limits together.
  LOGIN_REQUESTS_PER_MINUTE: '100000',
  SIGN_IN_REQUESTS_PER_MINUTE: '100000',
  // Email can be configured, but none is sent: no digest falls due within a run, and no account triggers an alert.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'news@heliograph.example',
};
/** For tests that publish activities, send them to this machine, and send many requests for one account. */
const CHANGING_ENVIRONMENT = {
  ...ENVIRONMENT,
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  REQUESTS_PER_MINUTE: '100000',
  SEARCHES_PER_MINUTE: '100000',
};

async function main(): Promise<void> {
  const environment = process.argv.includes('--changing') ? CHANGING_ENVIRONMENT : ENVIRONMENT;
  const system = await System.start({ args: ['--empty'], environment });
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
