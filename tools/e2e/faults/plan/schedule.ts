import { FAULT_KINDS, type FaultKind, type FaultName } from './fault-kinds';
import type { Random } from './random';

/** A fault that is to come. */
export interface PlannedFault {
  /** From 1, in order of time. */
  number: number;
  kind: FaultName;
  /** Milliseconds after the load began. */
  atMs: number;
  /** 0 for what is over at once. */
  durationMs: number;
}

/** The load runs undisturbed for so long before the first fault and after the last. */
const QUIET_MS = 3_000;
/** Between two faults, mostly. */
const GAP_MS = [1_000, 6_000] as const;
/** Between two faults that come together. */
const TOGETHER_MS = [0, 300] as const;
const TOGETHER_PROBABILITY = 0.3;

/**
 * Faults over a length of time. The kinds come in rounds, in each round every kind once in another order, so that none is
 * left out for long.
 */
export function planRandomly(random: Random, kinds: readonly FaultName[], lengthMs: number): PlannedFault[] {
  const plan: PlannedFault[] = [];
  let round: FaultName[] = [];
  let atMs = QUIET_MS;
  while (atMs < lengthMs - QUIET_MS) {
    if (round.length === 0) round = random.shuffle(kinds);
    const kind = round.pop()!;
    plan.push({ number: plan.length + 1, kind, atMs, durationMs: durationOf(kind, random) });
    const [least, greatest] = random.chance(TOGETHER_PROBABILITY) ? TOGETHER_MS : GAP_MS;
    atMs += random.integer(least, greatest);
  }
  return plan;
}

/** After what comes first in a run that does everything once: the system is started again. */
const RESTART_MS = 8_000;

/**
 * Every kind once and as short as it can be, at equal distances. The whole system dies first, then comes what takes long
 * to heal; last what keeps clients waiting for the next minute.
 */
export function planEachOnce(random: Random, kinds: readonly FaultName[], gapMs: number): PlannedFault[] {
  const kindsAt = (place: FaultKind['place']) =>
    random.shuffle(kinds.filter((name) => (FAULT_KINDS[name] as FaultKind).place === place));
  const first = kindsAt('first');
  const ordered = [...first, ...kindsAt('early'), ...kindsAt(undefined), ...kindsAt('last')];
  return ordered.map((kind, index) => ({
    number: index + 1,
    kind,
    atMs: (index + 1) * gapMs + (index < first.length ? 0 : first.length * RESTART_MS),
    durationMs: (FAULT_KINDS[kind] as FaultKind).durationMs?.[0] ?? 0,
  }));
}

function durationOf(name: FaultName, random: Random): number {
  const { durationMs }: FaultKind = FAULT_KINDS[name];
  return durationMs ? random.integer(...durationMs) : 0;
}
