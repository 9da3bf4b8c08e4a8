import { nameKeys } from './company-keys';

test.each([
  ['Acme, Inc.', 'Acme', 'ACME GmbH'],
  ['!!!', '!!!'],
])('equal without legal forms: %j', (...names) => {
  expect(new Set(names.map((name) => nameKeys(name).bareName)).size).toBe(1);
});

test('names without a word are as different without legal forms as with them', () => {
  const names = ['!!!', '-', '???', '★'];
  expect(new Set(names.map((name) => nameKeys(name).bareName)).size).toBe(names.length);
});
