import { planOf } from './plan';

const checks = [
  { name: 'base', after: [] },
  { name: 'install', after: ['base'] },
  { name: 'drain', after: ['install'] },
  { name: 'remove', after: ['install'] },
];
const namesOf = (chosen: string[], done: string[] = []) =>
  planOf(checks, chosen, new Set(done)).map(({ name }) => name);

it('runs everything unless told otherwise, and goes on where a kept cluster is', () => {
  expect(namesOf([])).toEqual(['base', 'install', 'drain', 'remove']);
  expect(namesOf([], ['base', 'install'])).toEqual(['drain', 'remove']);
});

it('runs what a chosen check needs before it', () => {
  expect(namesOf(['drain'])).toEqual(['base', 'install', 'drain']);
});

it('runs a chosen check again, but not what it needs and is done', () => {
  expect(namesOf(['drain', 'install'], ['base', 'install', 'drain'])).toEqual(['install', 'drain']);
});
