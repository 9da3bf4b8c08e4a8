import { nameKeys } from './company-keys';

test.each([
  ['Acme, Inc.', 'Acme', 'ACME GmbH'],
  ['!!!', '!!!'],
])('equal without legal forms: %j', (...names) => {
  expect(new Set(names.map((name) => nameKeys(name).bareName)).size).toBe(1);
});

test('names without words stay distinct without legal forms', () => {
  const names = ['!!!', '-', '???', '★'];
  expect(new Set(names.map((name) => nameKeys(name).bareName)).size).toBe(names.length);
});
