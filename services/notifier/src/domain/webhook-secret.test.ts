import { webhookSecretOf } from './webhook-secret';

it.each([24, 32, 64])('has %d bytes in base64', (length) => {
  const bytes = Buffer.alloc(length, 0xfb);
  const secret = webhookSecretOf(bytes);
  expect(secret.slice(0, 6)).toBe('whsec_');
  expect(Buffer.from(secret.slice(6), 'base64')).toEqual(bytes);
});

it.each([0, 23, 65])('cannot have %d bytes', (length) =>
  expect(() => webhookSecretOf(Buffer.alloc(length))).toThrow('a secret has 24 to 64 bytes'),
);
