import { newSecret } from './new-secret';

it('is a prefix and 32 random bytes in base64', () => {
  const secret = newSecret();
  expect(secret.slice(0, 6)).toBe('whsec_');
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(newSecret()).not.toBe(secret);
});
