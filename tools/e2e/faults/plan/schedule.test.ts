import { FAULT_KINDS, FAULT_NAMES, kindsWithout, type FaultKind } from './fault-kinds';
import { longForm } from './forms';
import { Random } from './random';
import { planEachOnce, planRandomly } from './schedule';

const MINUTES_MS = 600_000;

it('makes the same plan for the same seed, kinds, and length, whatever was drawn before', () => {
  const plan = (seed: number, wasUsed = false) => {
    const random = new Random(seed);
    if (wasUsed) random.next();
    return longForm(random, FAULT_NAMES, 600).plan;
  };
  expect(plan(42)).toEqual(plan(42, true));
  expect(plan(42)).not.toEqual(plan(43));
});

it('spreads all kinds over the whole time, some of them together, each in proportion to its share', () => {
  const kinds = FAULT_NAMES.filter((name) => !(FAULT_KINDS[name] as FaultKind).isOutage);
  const plan = planRandomly(new Random(1), kinds, MINUTES_MS);
  expect(plan.map(({ number }) => number)).toEqual(plan.map((_, index) => index + 1));
  const sharesOf = kinds.map((name) => (FAULT_KINDS[name] as FaultKind).share ?? 1);
  const rounds = plan.length / sharesOf.reduce((sum, share) => sum + share, 0);
  kinds.forEach((name, index) => {
    const count = plan.filter(({ kind }) => kind === name).length;
    expect(Math.abs(count - rounds * sharesOf[index]!)).toBeLessThanOrEqual(2);
    expect(count).toBeGreaterThan(0);
  });
  const gaps = plan.slice(1).map(({ atMs }, index) => atMs - plan[index]!.atMs);
  expect(gaps.filter((gap) => gap <= 300).length).toBeGreaterThan(plan.length / 10);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(4_725);
  expect(plan.at(-1)!.atMs).toBeLessThan(MINUTES_MS);
});

it('plans 2,000 faults per hour, 100 of which are deaths of metering', () => {
  const plan = planRandomly(new Random(1), kindsWithout(['patroni']), 3_600_000);
  expect(plan.length).toBeGreaterThanOrEqual(1_900);
  expect(plan.filter(({ kind }) => kind === 'kill-metering').length).toBeGreaterThanOrEqual(100);
});

it('spaces faults by the given gap', () => {
  const count = (meanGapMs: number) => planRandomly(new Random(1), FAULT_NAMES, 3_600_000, meanGapMs).length;
  for (const gapMs of [1_350, 6_000]) {
    const relative = count(gapMs) / (3_600_000 / gapMs);
    expect(relative).toBeGreaterThan(0.85);
    expect(relative).toBeLessThan(1.1);
  }
});

it.each([
  [3_600, 600],
  [600, 150],
])(
  'plans one outage in the middle of %d s, without other faults on its target meanwhile',
  (seconds, lasts) => {
    const plan = planRandomly(new Random(1), kindsWithout(['patroni']), seconds * 1_000);
    const [outage, ...more] = plan.filter(({ kind }) => kind === 'lose-broker');
    expect(more).toEqual([]);
    expect(outage).toMatchObject({ atMs: (seconds - lasts) * 500, durationMs: lasts * 1_000 });
    const meanwhile = plan.filter(
      ({ kind, atMs }) =>
        kind !== 'lose-broker' && atMs >= outage!.atMs && atMs < outage!.atMs + lasts * 1_000,
    );
    expect(meanwhile.length).toBeGreaterThan(lasts / 4);
    expect(
      meanwhile.filter(({ kind }) => (FAULT_KINDS[kind] as FaultKind).targets.includes('broker')),
    ).toEqual([]);
  },
);

it('keeps each duration within the bounds of its kind', () => {
  for (const { kind, durationMs } of planRandomly(new Random(5), FAULT_NAMES, MINUTES_MS)) {
    const [shortest, longest] = (FAULT_KINDS[kind] as FaultKind).durationMs ?? [0, 0];
    expect(durationMs).toBeGreaterThanOrEqual(shortest);
    expect(durationMs).toBeLessThanOrEqual(longest);
  }
});

it('plans every kind once, each in its place', () => {
  const plan = planEachOnce(new Random(1), FAULT_NAMES, 1_000);
  expect(plan.map(({ kind }) => kind).sort()).toEqual([...FAULT_NAMES].sort());
  const places = plan.map(({ kind }) => (FAULT_KINDS[kind] as FaultKind).place ?? 'middle');
  const order = ['first', 'early', 'middle', 'last'];
  expect(places).toEqual([...places].sort((left, right) => order.indexOf(left) - order.indexOf(right)));
  const gaps = plan.slice(1).map(({ atMs }, index) => atMs - plan[index]!.atMs);
  expect(new Set(gaps.slice(places.filter((place) => place === 'first').length))).toEqual(new Set([1_000]));
  const firsts = places.filter((place) => place === 'first').length;
  expect(gaps.slice(0, firsts)).toEqual(Array(firsts).fill(9_000));
});

it('omits kinds whose parts are missing', () => {
  expect(kindsWithout(['kafka'])).not.toContain('kill-broker');
  expect(kindsWithout(['kafka'])).toContain('kill-redis');
  expect(kindsWithout([])).toEqual(FAULT_NAMES);
});
