import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** In a separate process, since it changes what belongs to the whole worker. */
test('what a test file changes in globals and the process is undone at its end', () => {
  const printed = execFileSync(process.execPath, [join(__dirname, 'support/environment.cjs')], {
    encoding: 'utf8',
    env: { ...process.env, CHANGED: 'before', REMOVED: 'before' },
  });
  const before = {
    global: 'undefined',
    replaced: true,
    variables: ['before', 'before', undefined],
    exit: true,
    exitCode: 0,
    directory: true,
    listeners: 1,
  };
  expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify([before, before])));
});
