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
export interface SuggestionRequest {
  kind: SuggestionKind;
  prefix: string;
  /** The text before the name, such as a list's items before the last comma. */
  leadingText: string;
}

/** The shell is waiting. */
const TIMEOUT_MS = 700;
const MAXIMUM_ITEMS = 20;
const CACHED_MS = 5 * 60_000;
const MAXIMUM_CACHED = 50;

interface CachedSuggestion {
  key: string;
  at: number;
  items: Suggestion[];
}

/** The query to complete a flag's value; undefined if it has none. */
export function suggestionRequestFor(flag: string, value: string): SuggestionRequest | undefined {
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
export async function suggestValues(
  context: Context,
  request: SuggestionRequest | undefined,
): Promise<Candidate[]> {
  if (!request || !/[\p{L}\p{N}]/u.test(request.prefix)) return [];
  const { kind, prefix, leadingText } = request;
  const items = await suggestionsFor(context, kind, prefix).catch((): Suggestion[] => []);
  return items.map(({ value, label }) => ({
    value: `${leadingText}${value}`,
    description: label === value ? '' : label,
  }));
}

async function suggestionsFor(context: Context, kind: SuggestionKind, prefix: string): Promise<Suggestion[]> {
  const key = `${kind} ${prefix}`;
  const cached = readCache(context);
  const known = cached.find((each) => each.key === key);
  if (known) return known.items;
  const { items } = await context.connection.run((client, options) =>
    client.suggest(
      { kind, prefix, limit: MAXIMUM_ITEMS },
      { maxRetries: 0, timeoutMs: TIMEOUT_MS, signal: withTimeout(TIMEOUT_MS, options.signal) },
    ),
  );
  writeCache(context, [{ key, at: Date.now(), items }, ...cached].slice(0, MAXIMUM_CACHED));
  return items;
}

function readCache(context: Context): CachedSuggestion[] {
  try {
    const { version, entries } = JSON.parse(readFileSync(pathOf(context), 'utf8')) as {
      version: unknown;
      entries: CachedSuggestion[];
    };
    if (version !== 1) return [];
    const now = Date.now();
    return entries.filter(
      ({ key, at, items }) =>
        typeof key === 'string' && at <= now && now - at < CACHED_MS && Array.isArray(items),
    );
  } catch {
    return [];
  }
}

function writeCache(context: Context, entries: CachedSuggestion[]): void {
  try {
    writePrivateFile(pathOf(context), JSON.stringify({ version: 1, entries }));
  } catch {
    // Ignore cache write failures, such as a full disk.
  }
}

const pathOf = ({ directories, settings }: Context) =>
  join(directories.cache, `${fileNameOf(settings.apiUrl)}.suggestions.json`);
