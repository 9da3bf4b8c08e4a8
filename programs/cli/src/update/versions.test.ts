import { isNewer, isVersion } from './versions';

it.each([
  ['0.3.1', '0.3.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.3.0', '0.3.0', false],
  ['0.2.9', '0.3.0', false],
  ['0.4.0-beta.1', '0.3.0', false],
  ['latest', '0.3.0', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

it('accepts only release versions', () => {
  expect(['1.2.3', '1.2', 'v1.2.3', 7, undefined, '1.2.3\u001b[2J'].map(isVersion)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
