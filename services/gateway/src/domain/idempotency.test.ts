import type { RequestIssue } from '@heliograph/signal-search';
import { fingerprintOfRequest, readIdempotencyKey } from './idempotency';

const read = (header: string | undefined) => {
  const issues: RequestIssue[] = [];
  return [readIdempotencyKey(header, issues), issues.map((issue) => issue.parameter)];
};

it.each(['a2345678', 'A_b-C_d-1', 'x'.repeat(128)])('accepts %s', (key) =>
  expect(read(key)).toEqual([key, []]),
);

it('treats an absent key as none', () => expect(read(undefined)).toEqual(['', []]));

it.each(['', 'short12', 'x'.repeat(129), 'has space', 'a.b.c.d.e', 'ümläüt-8', 'key1234\n'])(
  'refuses %p',
  (key) => expect(read(key)).toEqual(['', ['Idempotency-Key']]),
);

it('distinguishes requests', () => {
  const fingerprints = [
    fingerprintOfRequest('GET', '/a', 'q=1'),
    fingerprintOfRequest('GET', '/a', 'q=2'),
    fingerprintOfRequest('GET', '/b', 'q=1'),
  ].map((bytes) => bytes.toString('hex'));
  expect(new Set(fingerprints).size).toBe(3);
  expect(fingerprintOfRequest('GET', '/a', 'q=1').toString('hex')).toBe(fingerprints[0]);
});
