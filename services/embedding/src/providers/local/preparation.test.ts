import { createHash } from 'node:crypto';
import { vectorToBytes } from '../../domain/vector';
import { LOCAL_MODEL } from './local-model';
import { prepareText } from './prepare-text';
import { LOCAL_DIMENSIONS, localVector } from './vector';

it.each([
  ['  Acme\n\traises\u00a0 money ', 'Acme raises money'],
  ['ﬁve Ａcme', 'five Acme'],
  [' \u3000\n', ''],
  [`${'a'.repeat(2_047)}👋`, 'a'.repeat(2_047)],
])('reads %j as it is meant', (text, expected) => {
  expect(prepareText(text)).toBe(expected);
});

it('makes a unit vector of what the model answered and the text', () => {
  const answered = Float32Array.from({ length: 512 }, (_, index) => index);
  const vector = localVector(answered, 'Acme raises money');
  expect(vector).toHaveLength(LOCAL_DIMENSIONS);
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(localVector(answered, 'Acme raises money')).toEqual(vector);
});

/** What the preparation makes of these, for each identity there was. A preparation that changes gets a line and an identity of its own. */
const DIGESTS: Readonly<Record<string, string>> = {
  'local-use-lite-768-v1': 'ae3e448a223f2313',
};

it('has another identity whenever it makes other vectors', () => {
  const hash = createHash('sha256');
  for (const text of ['Acme  raises\nmoney', 'ÜBERNAHME in München', 'x '.repeat(5_000), '日本語 👩🏽‍🚀']) {
    const prepared = prepareText(text);
    hash.update(prepared);
    // In place of the model: any vector that depends on the text.
    const answered = Float32Array.from(
      { length: 512 },
      (_, index) => prepared.charCodeAt(index % prepared.length) - index,
    );
    // Rounded, because the last bit of a quotient is not the same everywhere.
    hash.update(vectorToBytes(localVector(answered, prepared).map((value) => Math.round(value * 1e4))));
  }
  expect(hash.digest('hex').slice(0, 16)).toBe(DIGESTS[LOCAL_MODEL.identity]);
});
