import { isPlainAddress, senderOf } from './mail-address';

it.each(['a@b', "anna.o'neil+news@mail.example.com", `${'x'.repeat(64)}@example.com`])(
  '%s is a plain address',
  (text) => {
    expect(isPlainAddress(text)).toBe(true);
  },
);

it.each([
  '',
  'anna',
  '@example.com',
  'anna@',
  'anna@example.com\r\nBcc: all@example.com',
  'anna@example.com\n',
  '"anna"@example.com',
  'anna@example.com,other@example.com',
  '<anna@example.com>',
  'anna@other@example.com',
  'anna@exa mple.com',
  'jörg@example.com',
  `${'x'.repeat(65)}@example.com`,
  `anna@${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(63)}.example.com`,
])('%j is not a plain address', (text) => {
  expect(isPlainAddress(text)).toBe(false);
});

it('parses a sender with and without a name', () => {
  expect(senderOf('news@example.com')).toEqual({ name: '', address: 'news@example.com' });
  expect(senderOf('Heliograph News <news@example.com>')).toEqual({
    name: 'Heliograph News',
    address: 'news@example.com',
  });
  expect(senderOf('"Heliograph, News" <news@example.com>')?.name).toBe('Heliograph, News');
  expect(senderOf('News\r\nBcc: all@example.com <news@example.com>')).toBeUndefined();
  expect(senderOf('News <news>, <news@example.com>')).toBeUndefined();
  expect(senderOf('News <news@example.com> Bcc: all@example.com')).toBeUndefined();
  expect(senderOf('News  <news@example.com>')?.name).toBe('News');
});
