import { planOf } from './plan';

const checks = [
  { name: 'base', after: [] },
  { name: 'install', after: ['base'] },
  { name: 'drain', after: ['install'] },
  { name: 'remove', after: ['install'] },
];
const namesOf = (chosen: string[], done: string[] = []) =>
  planOf(checks, chosen, new Set(done)).map(({ name }) => name);

it('runs every check by default and continues on a kept cluster', () => {
  expect(namesOf([])).toEqual(['base', 'install', 'drain', 'remove']);
  expect(namesOf([], ['base', 'install'])).toEqual(['drain', 'remove']);
});

it("runs a chosen check's prerequisites first", () => {
  expect(namesOf(['drain'])).toEqual(['base', 'install', 'drain']);
});

it('repeats a chosen check, but not its completed prerequisites', () => {
  expect(namesOf(['drain', 'install'], ['base', 'install', 'drain'])).toEqual(['install', 'drain']);
});
