import { emailKey, emailKeys, isEmail } from './email';

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

it('compares regardless of whether the domain is in Unicode or in ASCII', () => {
  for (const spelling of [
    'Ada@M\u00dcnchen.de',
    'ada@mu\u0308nchen.de',
    'ADA@XN--MNCHEN-3YA.de',
    'ada@m\u00fcnchen\u3002de',
  ])
    expect(emailKey(spelling)).toBe('ada@xn--mnchen-3ya.de');
  expect(emailKey('\u00e4da@example.com')).toBe('\u00e4da@example.com');
  expect(emailKeys('ada@xn--mnchen-3ya.de')).toEqual(['ada@xn--mnchen-3ya.de', 'ada@m\u00fcnchen.de']);
  expect(emailKeys('Ada@example.com')).toEqual(['ada@example.com']);
});

it.each([
  '\u00e9/x',
  '\u00e9:80',
  '\u00e9%41',
  '\u00e9?x',
  '\u00e9#x',
  '[1.2.3.4]\u00e9',
  'xn--zzzzzzz999999',
])('leaves %s as it is, which is no domain', (domain) => {
  expect(emailKeys(`a@${domain}`)).toEqual([`a@${domain}`]);
});
