import { FAULT_KINDS, FAULT_NAMES, kindsWithout, type FaultKind } from './fault-kinds';
import { Random } from './random';
import { planEachOnce, planRandomly } from './schedule';

const MINUTES_MS = 600_000;

it('plans the same for the same seed', () => {
  const plan = (seed: number) => planRandomly(new Random(seed), FAULT_NAMES, MINUTES_MS);
  expect(plan(42)).toEqual(plan(42));
  expect(plan(42)).not.toEqual(plan(43));
});

it('spreads all kinds over the whole time, some of them together', () => {
  const plan = planRandomly(new Random(1), FAULT_NAMES, MINUTES_MS);
  expect(plan.map(({ number }) => number)).toEqual(plan.map((_, index) => index + 1));
  const counts = FAULT_NAMES.map((name) => plan.filter(({ kind }) => kind === name).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  const gaps = plan.slice(1).map(({ atMs }, index) => atMs - plan[index]!.atMs);
  expect(gaps.filter((gap) => gap <= 300).length).toBeGreaterThan(plan.length / 10);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(6_000);
  expect(plan.at(-1)!.atMs).toBeLessThan(MINUTES_MS);
});

it('keeps each duration within the bounds of its kind', () => {
  for (const { kind, durationMs } of planRandomly(new Random(5), FAULT_NAMES, MINUTES_MS)) {
    const [shortest, longest] = (FAULT_KINDS[kind] as FaultKind).durationMs ?? [0, 0];
    expect(durationMs).toBeGreaterThanOrEqual(shortest);
    expect(durationMs).toBeLessThanOrEqual(longest);
  }
});

it('does every kind once, each in its place', () => {
  const plan = planEachOnce(new Random(1), FAULT_NAMES, 1_000);
  expect(plan.map(({ kind }) => kind).sort()).toEqual([...FAULT_NAMES].sort());
  const places = plan.map(({ kind }) => (FAULT_KINDS[kind] as FaultKind).place ?? 'middle');
  const order = ['first', 'early', 'middle', 'last'];
  expect(places).toEqual([...places].sort((left, right) => order.indexOf(left) - order.indexOf(right)));
  const gaps = plan.slice(1).map(({ atMs }, index) => atMs - plan[index]!.atMs);
  expect(new Set(gaps.slice(1))).toEqual(new Set([1_000]));
  expect(gaps[0]).toBe(9_000);
});

it('leaves out what needs a part that is not there', () => {
  expect(kindsWithout(['kafka'])).not.toContain('kill-broker');
  expect(kindsWithout(['kafka'])).toContain('kill-redis');
  expect(kindsWithout([])).toEqual(FAULT_NAMES);
});
