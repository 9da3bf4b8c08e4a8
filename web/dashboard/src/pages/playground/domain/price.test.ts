import { priceOf } from './price';

it.each([
  ['search', {}, null, 'Up to 50 records, $0.25'],
  ['search', { limit: '26' }, 'hg_live_x', 'Up to 26 records, $0.13'],
  ['search', { limit: '1' }, 'hg_live_x', '1 record, $0.005'],
  ['search', {}, 'hg_test_x', 'Free with a test key'],
  ['company', {}, 'hg_live_x', '1 record, $0.005'],
  ['search', { limit: '5', 'X-Max-Records': '2' }, 'hg_live_x', 'Up to 2 records, $0.01'],
  ['create-saved-search', {}, 'hg_live_x', 'Free'],
  ['count', {}, 'hg_live_x', 'Free'],
  ['usage', {}, null, 'Free'],
] as const)('%s with %j and the key %s costs: %s', (name, values, key, price) => {
  expect(priceOf(name, values, key)).toBe(price);
});
