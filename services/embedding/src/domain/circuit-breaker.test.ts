import { CircuitBreaker, type BreakerState } from './circuit-breaker';

let now: number;
let states: BreakerState[];
let breaker: CircuitBreaker;
beforeEach(() => {
  now = 0;
  states = [];
  breaker = new CircuitBreaker({
    failuresToOpen: 3,
    firstPauseMs: 1_000,
    longestPauseMs: 4_000,
    clock: () => now,
    // No jitter.
    random: () => 1,
    onChange: (state) => states.push(state),
  });
});

const fail = (times: number) => {
  for (let count = 0; count < times; count += 1) breaker.enter()!.failed();
};

it('opens only after consecutive failures', () => {
  fail(2);
  breaker.enter()!.succeeded();
  fail(2);
  expect(breaker.state).toBe('closed');
  fail(1);
  expect(breaker.state).toBe('open');
  expect(breaker.enter()).toBeUndefined();
  expect(breaker.waitMs()).toBe(1_000);
});

it('ignores undecided outcomes', () => {
  fail(2);
  breaker.enter()!.undecided();
  fail(1);
  expect(breaker.state).toBe('open');
});

it('lets one request through after the pause and closes when it succeeds', () => {
  fail(3);
  now = 999;
  expect(breaker.enter()).toBeUndefined();
  now = 1_000;
  const probe = breaker.enter();
  expect(probe).toBeDefined();
  expect(breaker.enter()).toBeUndefined();
  expect(breaker.waitMs()).toBeGreaterThan(0);
  probe!.succeeded();
  expect(breaker.enter()).toBeDefined();
  expect(states).toEqual(['open', 'half_open', 'closed']);
  fail(2);
  expect(breaker.state).toBe('closed');
});

it('closes when the request that was let through succeeds', () => {
  fail(3);
  now = 1_000;
  breaker.enter()!.undecided();
  expect(breaker.state).toBe('closed');
});

it('doubles the pause each time the trial request fails, up to a limit', () => {
  fail(3);
  for (const pauseMs of [2_000, 4_000, 4_000]) {
    now += breaker.waitMs();
    fail(1);
    expect(breaker.waitMs()).toBe(pauseMs);
  }
  now += 4_000;
  breaker.enter()!.succeeded();
  fail(3);
  expect(breaker.waitMs()).toBe(1_000);
});

it('ignores outcomes of requests that began before it opened', () => {
  const [early, late] = [breaker.enter()!, breaker.enter()!];
  fail(3);
  early.succeeded();
  expect(breaker.state).toBe('open');
  now = 1_000;
  const probe = breaker.enter()!;
  late.failed();
  expect(breaker.state).toBe('half_open');
  probe.succeeded();
  expect(breaker.state).toBe('closed');
});

it.each([
  [0, 500],
  [0.5, 750],
])('shortens pauses by up to half, at random, also without a listener (%d)', (random, pauseMs) => {
  const options = { failuresToOpen: 1, firstPauseMs: 1_000, longestPauseMs: 4_000 };
  const lone = new CircuitBreaker({ ...options, clock: () => now, random: () => random });
  lone.enter()!.failed();
  expect(lone.waitMs()).toBe(pauseMs);
});

it('ignores outcomes from before it changed', () => {
  const late = [breaker.enter()!, breaker.enter()!];
  fail(3);
  late[0]!.succeeded();
  expect(breaker.state).toBe('open');
  now = 1_000;
  const probe = breaker.enter()!;
  late[1]!.failed();
  expect(breaker.state).toBe('half_open');
  probe.succeeded();
  late[1]!.failed();
  expect(breaker.state).toBe('closed');
});
