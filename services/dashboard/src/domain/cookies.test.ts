import { cookieField, cookieValue } from './cookies';

it.each([
  ['a=1', '1'],
  ['b=2; a=1; c=3', '1'],
  ['b=2;a=1', '1'],
  ['a=', ''],
  ['a=x=y', 'x=y'],
  ['aa=1; ba=2', undefined],
  ['a=1; a=2', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads %j as %j', (header, value) => expect(cookieValue(header, 'a')).toBe(value));

it('sets the right attributes', () =>
  expect(cookieField('a', 'x', '/auth', 60)).toBe(
    'a=x; Path=/auth; Max-Age=60; HttpOnly; Secure; SameSite=Lax',
  ));
