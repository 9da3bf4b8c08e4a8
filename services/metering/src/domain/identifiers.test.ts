import { isIdentifier, isOperation, isUuidVersion7, timeOfUuid } from './identifiers';

const UUID = '0190b3e5-8c00-7abc-8def-0123456789ab';

it.each(['a', 'Z', '9', 'a.b_c:d-e', `a${'x'.repeat(63)}`])('%p is an id', (text) => {
  expect(isIdentifier(text)).toBe(true);
});

it.each(['', '.a', '-a', ' a', 'a ', 'a/b', 'é', `a${'x'.repeat(64)}`])('%p is not an id', (text) => {
  expect(isIdentifier(text)).toBe(false);
});

it.each([UUID, UUID.replace('8def', '9def'), UUID.replace('8def', 'adef'), UUID.replace('8def', 'bdef')])(
  '%p is a version 7 UUID',
  (text) => {
    expect(isUuidVersion7(text)).toBe(true);
  },
);

it.each([
  '',
  ` ${UUID}`,
  `${UUID} `,
  UUID.toUpperCase(),
  UUID.replace('7abc', '4abc'),
  UUID.replace('8def', 'cdef'),
  UUID.replace('8def', '8de'),
  UUID.replace('7abc', '7ab'),
  UUID.slice(1),
  UUID.slice(0, -1),
  UUID.replaceAll('-', ''),
  UUID.replace('0190b3e5', '0190b3eg'),
])('%p is not one', (text) => {
  expect(isUuidVersion7(text)).toBe(false);
});

it.each([
  ['a', true],
  ['getCompany2', true],
  [`a${'x'.repeat(63)}`, true],
  [`a${'x'.repeat(64)}`, false],
  ['', false],
  ['A', false],
  ['2a', false],
  ['a-b', false],
  [' a', false],
  ['a ', false],
])('%p names an operation: %p', (text, is) => {
  expect(isOperation(text)).toBe(is);
});

it('reads the time of a UUID', () => {
  expect(timeOfUuid(UUID)).toBe(0x0190b3e58c00);
});
