import { isReadableName, readableName } from './readable-name';

it.each(['', 'anna’s laptop', '東京 3', 'ключ', 'clé nº 1', 'ready 🚀', 'مفتاح'])('accepts %j', (name) => {
  expect(isReadableName(name, 100)).toBe(true);
  expect(readableName(name, 100)).toBe(name);
});

it.each([
  ['Persian', 'علی\u200cرضا'],
  ['Arabic with vowels', 'عَ\u200cل'],
  ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Malayalam, at the end of a word', 'മോഹന്\u200d'],
  ['emoji', '👩🏽\u200d💻 🏳️\u200d🌈'],
])('accepts the joiners of %s', (_script, name) => {
  expect(isReadableName(name, 100)).toBe(true);
  expect(readableName(name, 100)).toBe(name);
});

it.each([
  'a\u0000b',
  'a\u001b[31m',
  'a\u202eb',
  '\u200b\u200b',
  'a\u2066b',
  'a\ufeffb',
  'a\u2028b',
  '\u3164',
  'a\ud800',
  '\udc00a',
  'a\ufffd',
  'a\u200db',
  '\u200cعلی',
  'علی\u200c',
  'ع\u200c\u200cل',
  '👩\u200d',
])('refuses %j', (name) => {
  expect(isReadableName(name, 100)).toBe(false);
  expect(isReadableName(readableName(name, 100), 100)).toBe(true);
});

it('limits the length', () => {
  expect([isReadableName('a'.repeat(100), 100), isReadableName('a'.repeat(101), 100)]).toEqual([true, false]);
  expect([isReadableName('🚀'.repeat(100), 100), isReadableName('🚀'.repeat(101), 100)]).toEqual([
    true,
    false,
  ]);
  expect(isReadableName('a🚀'.repeat(50) + 'b', 100)).toBe(false);
  expect(readableName('a'.repeat(101), 100)).toHaveLength(100);
  expect([...readableName('🚀'.repeat(101), 100)]).toHaveLength(100);
  expect(readableName('علی\u200cرضا', 4)).toBe('علی');
});
