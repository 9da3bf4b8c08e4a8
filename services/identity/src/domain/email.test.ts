import { emailKey, isEmail } from './email';

it.each(['a@b', 'Ada.Lovelace+x@example.com', 'ä@exämple.org', `${'a'.repeat(64)}@b.org`])(
  'accepts %s',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

it.each([
  '',
  'a',
  '@',
  'a@',
  '@b',
  'a@b@c',
  'a b@c',
  'a@b c',
  ' a@b',
  'a@b\n',
  'a\u0000@b',
  'a\ud800@b',
  `${'a'.repeat(65)}@b.org`,
  `a@${'b'.repeat(253)}`,
])('refuses %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

it('compares regardless of case and of how accents are encoded', () => {
  expect(emailKey('ADA@Example.COM')).toBe('ada@example.com');
  expect(emailKey('e\u0301@b')).toBe(emailKey('\u00c9@b'));
  expect(emailKey('a@b')).not.toBe(emailKey('a@c'));
});
