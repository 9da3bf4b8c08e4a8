import { FAULT_KINDS, type FaultKind, type FaultName } from './fault-kinds';
import type { Random } from './random';

/** A scheduled fault. */
export interface PlannedFault {
  /** From 1, in chronological order. */
  number: number;
  kind: FaultName;
  /** Milliseconds after the load began. */
  atMs: number;
  /** 0 for a momentary fault. */
  durationMs: number;
}

/** Time of undisturbed load before the first fault and after the last. */
const QUIET_MS = 3_000;
/** Range of gaps between faults that do not coincide, relative to the mean. */
const GAP = [0.3, 3.5] as const;
/** Range of gaps between faults that coincide. */
const TOGETHER_MS = [0, 300] as const;
const TOGETHER_PROBABILITY = 0.5;
/** An outage's maximum share of the run, in its middle. */
const OUTAGE_PART = 1 / 4;

/** As short as a dedicated machine can bear. */
const MEAN_GAP_MS = 1_350;

/**
 * Faults over a duration, determined by the seed alone. The kinds come in shuffled rounds, so that none is missing for
 * long; outages come once.
 */
export function planRandomly(
  random: Random,
  kinds: readonly FaultName[],
  lengthMs: number,
  meanGapMs = MEAN_GAP_MS,
): PlannedFault[] {
  const isOutage = (kind: FaultName) => (FAULT_KINDS[kind] as FaultKind).isOutage === true;
  const outages = kinds.filter(isOutage).map((kind) => planOutage(kind, lengthMs));
  const repeated = kinds.filter((kind) => !isOutage(kind));
  const plan = [...outages];
  const endMs = lengthMs - QUIET_MS;
  let atMs = QUIET_MS;
  for (let round = 0; repeated.length > 0 && atMs < endMs; round += 1) {
    for (const kind of random.shuffle(repeated.flatMap((name) => timesIn(round, name)))) {
      if (atMs >= endMs) break;
      const fault = { kind, atMs, durationMs: durationOf(kind, random) };
      if (outages.some((outage) => isWithin(fault, outage))) continue;
      plan.push(fault);
      const [least, greatest] = random.chance(TOGETHER_PROBABILITY)
        ? TOGETHER_MS
        : [GAP[0] * meanGapMs, GAP[1] * meanGapMs];
      atMs += random.integer(Math.round(least), Math.round(greatest));
    }
  }
  return plan
    .sort((left, right) => left.atMs - right.atMs)
    .map((fault, index) => ({ number: index + 1, ...fault }));
}

type UnnumberedFault = Omit<PlannedFault, 'number'>;

function planOutage(kind: FaultName, lengthMs: number): UnnumberedFault {
  const [shortest, longest] = (FAULT_KINDS[kind] as FaultKind).durationMs!;
  const durationMs = Math.round(Math.max(shortest, Math.min(longest, lengthMs * OUTAGE_PART)));
  return { kind, atMs: Math.round((lengthMs - durationMs) / 2), durationMs };
}

/** Whether a fault would hit the outage's target during the outage. */
function isWithin({ kind, atMs }: UnnumberedFault, outage: UnnumberedFault): boolean {
  const { targets }: FaultKind = FAULT_KINDS[outage.kind];
  return (
    atMs >= outage.atMs &&
    atMs < outage.atMs + outage.durationMs &&
    (FAULT_KINDS[kind] as FaultKind).targets.some((target) => targets.includes(target))
  );
}

/** The kind, as often as it occurs in this round (from 0). Kinds that occur only in some rounds occur in the first. */
function timesIn(round: number, kind: FaultName): FaultName[] {
  const { share = 1 }: FaultKind = FAULT_KINDS[kind];
  const times = Math.ceil((round + 1) * share) - Math.ceil(round * share);
  return Array.from({ length: times }, () => kind);
}

/** Time after the first fault in a run with every kind once: the system restarts. */
const RESTART_MS = 8_000;

/**
 * Every kind once, as short as possible and evenly spaced. First the whole system dies, then come faults that heal
 * slowly; last come those that make clients wait for the next minute.
 */
export function planEachOnce(random: Random, kinds: readonly FaultName[], gapMs: number): PlannedFault[] {
  const kindsAt = (place: FaultKind['place']) =>
    random.shuffle(kinds.filter((name) => (FAULT_KINDS[name] as FaultKind).place === place));
  const first = kindsAt('first');
  const ordered = [...first, ...kindsAt('early'), ...kindsAt(undefined), ...kindsAt('last')];
  return ordered.map((kind, index) => ({
    number: index + 1,
    kind,
    atMs: (index + 1) * gapMs + Math.min(index, first.length) * RESTART_MS,
    durationMs: (FAULT_KINDS[kind] as FaultKind).durationMs?.[0] ?? 0,
  }));
}

/** Mostly short, so that a lot happens; occasionally as long as allowed. */
function durationOf(name: FaultName, random: Random): number {
  const { durationMs }: FaultKind = FAULT_KINDS[name];
  if (!durationMs) return 0;
  const [shortest, longest] = durationMs;
  return Math.round(shortest + (longest - shortest) * random.next() ** 3);
}
