import { quantity } from '@heliograph/contract';
import type { LaggingReader } from '@heliograph/catalog';
import { Option } from 'commander';
import { CommandError, EXIT_CODES } from '../failure';
import { parseWhole } from '../input/parse-whole';

const DEFAULT_SECONDS = '30';
const MAXIMUM_SECONDS = 3_600;

/** For commands that return once every search process has what they stored. */
export const waitOption = new Option(
  '--wait <seconds>',
  'how long to wait for every search process to load it',
).default(DEFAULT_SECONDS);
export const noWaitOption = new Option('--no-wait', 'return as soon as it is stored');

/** commander's values for the two options. */
export interface WaitChoice {
  wait: string | false;
}

/**
 * @returns undefined for no wait
 * @throws UsageError
 */
export function waitTimeoutMs({ wait }: WaitChoice): number | undefined {
  return wait === false ? undefined : parseWhole(wait, '--wait', 1, MAXIMUM_SECONDS) * 1_000;
}

/** The failure to report when search processes lack what was stored; undefined when all have it. */
export function notSeen(lagging: readonly LaggingReader[]): CommandError | undefined {
  const [first] = lagging;
  if (!first) return undefined;
  const searches = quantity(lagging.length, 'search process does', 'search processes do');
  return new CommandError(
    `everything is stored, but ${searches} not have it yet (${first.id} is at version ${first.appliedVersion} of the catalog): ` +
      'they catch up on their own; if not, see their logs and restart them',
    EXIT_CODES.notSeen,
  );
}
