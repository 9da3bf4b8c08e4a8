import { acceptedEncoding } from './accepted-encoding';

it('offers the configured encodings', () => {
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip');
  expect(acceptedEncoding('br', ['gzip'])).toBeUndefined();
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0', undefined],
  ['br;q=0.1', 'br'],
  ['identity', undefined],
  ['*', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j: %j', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding));
