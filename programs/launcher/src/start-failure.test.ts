import { openSync, writeSync } from 'node:fs';
import { describeStartError, StartFailure, withDiskRemedy } from './start-failure';

/** What the system says when a device is full. */
function diskFull(): unknown {
  try {
    return writeSync(openSync('/dev/full', 'w'), 'x');
  } catch (error) {
    return error;
  }
}
const errorOf = (code: string) =>
  Object.assign(new Error(`${code}: refused, open 'x'`), { code, syscall: 'open' });

it('is one line with cause and remedy for whatever the system refuses', () => {
  const describe = (error: unknown) => describeStartError(error, '/home');
  expect(describe(new StartFailure('no such thing: get it'))).toBe('no such thing: get it');
  const full = 'the disk of /home is full: free space there or enlarge it, then start again';
  expect(describe(diskFull())).toBe(full);
  expect(describe(new StartFailure('cannot write', true, { cause: diskFull() }))).toBe(full);
  expect(describe(errorOf('EACCES'))).toBe("EACCES: refused, open 'x': start as the user who owns /home");
  expect(describe(errorOf('EIO'))).toBe("EIO: refused, open 'x'");
  expect(describe(new TypeError('a defect'))).toContain(__filename);
});

it('adds the remedy to what PostgreSQL says of a full disk, once', () => {
  const message = withDiskRemedy('initdb: error: could not write to file "x": No space left on device');
  expect(message).toMatch(/No space left on device: free space there or enlarge it, then start again$/);
  expect(withDiskRemedy(message)).toBe(message);
  expect(withDiskRemedy('FATAL: could not extend file: wrote only 4096 of 8192 bytes')).toContain(
    'free space',
  );
  expect(withDiskRemedy('the password is wrong')).toBe('the password is wrong');
});
