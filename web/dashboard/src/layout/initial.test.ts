import { initialOf } from './initial';

it.each([
  ['ada', 'A'],
  ['😀 Ada', '😀'],
  ['山田', '山'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
