import { recordHash, recordOfHash } from './record-hash';

describe('the record in a URL', () => {
  it('is read as written', () => {
    expect(recordOfHash(recordHash('9223372036854775807'))).toBe('9223372036854775807');
  });

  it.each(['', '#', '#main', '#record-', '#record-0', '#record-1a', '#record-12345678901234567890'])(
    '%j names no record',
    (hash) => expect(recordOfHash(hash)).toBeUndefined(),
  );
});
