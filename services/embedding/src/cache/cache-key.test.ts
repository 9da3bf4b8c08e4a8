import { cacheKeys } from './cache-key';

const secret = 's'.repeat(32);

it('is equal only for the same text, model, and secret', () => {
  const keyOf = cacheKeys(secret, 'model-1');
  expect(keyOf('text')).toBe(cacheKeys(secret, 'model-1')('text'));
  const others = [
    keyOf('Text'),
    cacheKeys(secret, 'model-2')('text'),
    cacheKeys('t'.repeat(32), 'model-1')('text'),
  ];
  expect(new Set([keyOf('text'), ...others]).size).toBe(4);
});

it('does not reveal the text', () => {
  expect(cacheKeys(secret, 'model-1')('text')).toMatch(/^[\w-]{43}$/);
});
