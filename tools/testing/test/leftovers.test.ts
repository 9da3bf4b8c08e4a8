import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** In a separate process, because the patched methods are shared by the whole worker. */
test('storages, observers, and monitors end with their test file', () => {
  const printed = execFileSync(process.execPath, [join(__dirname, 'support/leftovers.cjs')], {
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual([
    { storage: true, observer: true, monitor: true },
    { storage: false, observer: false, monitor: false },
  ]);
});
