import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = `
  const { openSync } = require('node:fs');
  const { createLogger, logDestination } = require(${JSON.stringify(join(__dirname, 'logger.ts'))});
  // Every write to it fails with ENOSPC (full(4)).
  const logger = createLogger({ service: 'test', level: 'info' }, logDestination(openSync('/dev/full', 'a')));
  for (let line = 0; line < 500000; line += 1) logger.info('x'.repeat(100));
  console.log('lives');
`;

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('a full log disk does not end the program, and waiting lines are bounded', () => {
  const register = join(__dirname, '../../../../tools/testing/programs/register.cjs');
  // All lines together are 100 MB.
  const args = ['--max-old-space-size=64', '--require', register, '--eval', PROGRAM];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('lives\n');
});
