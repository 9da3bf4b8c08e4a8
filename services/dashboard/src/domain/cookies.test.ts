import { cookieField, cookieNames, cookieValue } from './cookies';

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

it.each([
  ['a_1=x; b=2; a_2=', ['a_1', 'a_2']],
  ['a_2=a_3=;a_1=x; a_2=y', ['a_2', 'a_1']],
  ['a_1', []],
  [undefined, []],
])('finds the names in %j', (header, names) => expect(cookieNames(header, 'a_')).toEqual(names));

it('sets the right attributes', () =>
  expect(cookieField('a', 'x', '/auth', 60)).toBe(
    'a=x; Path=/auth; Max-Age=60; HttpOnly; Secure; SameSite=Lax',
  ));
