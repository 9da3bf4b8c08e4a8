import type { Fault } from './fault';
import type { FaultResult } from './results';

/** The share of faults that must be found: 48 of 50. */
const WANTED_SHARE = 48 / 50;

interface Report {
  commit: string;
  found: number;
  total: number;
  passed: boolean;
  results: FaultResult[];
}

export function reportOf(commit: string, results: FaultResult[]): Report {
  const found = results.filter(({ isFound }) => isFound).length;
  return { commit, found, total: results.length, passed: found >= results.length * WANTED_SHARE, results };
}

/** One line for each tried fault. */
export function lineOf({ name, foundBy, failures, seconds }: FaultResult): string {
  const word = foundBy === undefined ? 'NOT FOUND' : foundBy === 'named' ? 'found' : 'found by others';
  return [word.padEnd(15), name.padEnd(40), `${seconds} s`.padStart(6), ` ${failures[0] ?? ''}`]
    .join(' ')
    .trimEnd();
}

export function listingOf(faults: readonly Fault[]): string {
  return faults.map(({ name, sentence }) => `${name}\n    ${sentence}\n`).join('');
}
