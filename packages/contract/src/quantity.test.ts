import { quantity } from './quantity';

it.each([
  [quantity(0, 'record'), '0 records'],
  [quantity(1, 'record'), '1 record'],
  [quantity(1n, 'search', 'searches'), '1 search'],
  [quantity(12_345n, 'search', 'searches'), '12,345 searches'],
])('%s', (text, expected) => expect(text).toBe(expected));
