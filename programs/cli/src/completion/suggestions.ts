import type { SuggestionKind } from '@heliograph/contract';
import type { Suggestion } from '@heliograph/sdk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import { writePrivateFile } from '../config/write-file';
import type { Context } from '../context';
import { withTimeout } from '../http/with-timeout';
import type { Candidate } from './candidate';

/** What to ask the API to complete a value. */
export interface Wanted {
  kind: SuggestionKind;
  prefix: string;
  /** The text before the name, such as a list's items before the last comma. */
  leadingText: string;
}

/** The shell is waiting. */
const TIMEOUT_MS = 700;
const MOST = 20;
const REMEMBERED_MS = 5 * 60_000;
const MAXIMUM_REMEMBERED = 50;

interface Remembered {
  key: string;
  at: number;
  items: Suggestion[];
}

/** The query to complete a flag's value; undefined if it has none. */
export function wantedOfFlag(flag: string, value: string): Wanted | undefined {
  if (flag === '--company-slug') return { kind: 'company', prefix: value, leadingText: '' };
  if (flag === '--companies') {
    const leadingText = value.slice(0, value.lastIndexOf(',') + 1);
    return { kind: 'company', prefix: value.slice(leadingText.length), leadingText };
  }
  const leadingText = flag === '--locations' ? /^(?:country|city):/.exec(value)?.[0] : undefined;
  if (leadingText === undefined) return undefined;
  return {
    kind: leadingText === 'city:' ? 'city' : 'country',
    prefix: value.slice(leadingText.length),
    leadingText,
  };
}

/** The API's suggestions, possibly cached. Empty on errors and timeouts: completion has nowhere to show an error. */
export async function suggestValues(context: Context, wanted: Wanted | undefined): Promise<Candidate[]> {
  if (!wanted || !/[\p{L}\p{N}]/u.test(wanted.prefix)) return [];
  const { kind, prefix, leadingText } = wanted;
  const items = await suggestionsFor(context, kind, prefix).catch((): Suggestion[] => []);
  return items.map(({ value, label }) => ({
    value: `${leadingText}${value}`,
    description: label === value ? '' : label,
  }));
}

async function suggestionsFor(context: Context, kind: SuggestionKind, prefix: string): Promise<Suggestion[]> {
  const key = `${kind} ${prefix}`;
  const remembered = recall(context);
  const known = remembered.find((each) => each.key === key);
  if (known) return known.items;
  const { items } = await context.connection.run((client, options) =>
    client.suggest(
      { kind, prefix, limit: MOST },
      { maxRetries: 0, timeoutMs: TIMEOUT_MS, signal: withTimeout(TIMEOUT_MS, options.signal) },
    ),
  );
  remember(context, [{ key, at: Date.now(), items }, ...remembered].slice(0, MAXIMUM_REMEMBERED));
  return items;
}

function recall(context: Context): Remembered[] {
  try {
    const { version, entries } = JSON.parse(readFileSync(pathOf(context), 'utf8')) as {
      version: unknown;
      entries: Remembered[];
    };
    if (version !== 1) return [];
    const now = Date.now();
    return entries.filter(
      ({ key, at, items }) =>
        typeof key === 'string' && at <= now && now - at < REMEMBERED_MS && Array.isArray(items),
    );
  } catch {
    return [];
  }
}

function remember(context: Context, entries: Remembered[]): void {
  try {
    writePrivateFile(pathOf(context), JSON.stringify({ version: 1, entries }));
  } catch {
    // Ignore cache write failures, such as a full disk.
  }
}

const pathOf = ({ directories, settings }: Context) =>
  join(directories.cache, `${fileNameOf(settings.apiUrl)}.suggestions.json`);
