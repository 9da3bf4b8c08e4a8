import { UsageError } from '../failure';
import { DEFAULT_API_URL, parseApiUrl } from './api-url';
import type { Preferences } from './config-file';
import { FORMATS, PREFERENCES, type Format, type PreferenceName } from './preferences';

/** Options that every command takes. */
export interface GlobalOptions {
  apiUrl?: string;
  json?: boolean;
  jsonl?: boolean;
  csv?: boolean;
  tsv?: boolean;
  table?: boolean;
  fields?: string;
  jq?: string;
  /** False with --no-color. */
  color?: boolean;
  /** False with --no-pager. */
  pager?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  maxWait?: string;
  budgetId?: string;
  budgetRecords?: string;
}

/** One run's settings. Flags override variables, and variables override the config file. */
export interface Settings {
  apiUrl: string;
  /** Used in place of the login; draws on the API allowance. */
  apiKey: string | undefined;
  format: Format | 'auto';
  /** Unparsed: only the command knows its fields. */
  fields: string | undefined;
  /** A jq program for the JSON document; implies JSON. */
  jq: string | undefined;
  color: 'auto' | 'always' | 'never';
  /** Whether to page long output. */
  paging: boolean;
  quiet: boolean;
  verbose: boolean;
  browser: string | undefined;
  credentialStore: 'auto' | 'keyring' | 'file';
  /** Undefined: the command's default. */
  maxWaitSeconds: number | undefined;
  maxRecords: number;
  /** The budget for paid requests; with records alone, one of the run. */
  budget: { id: string | undefined; records: number | undefined };
}

const DEFAULT_MAXIMUM_RECORDS = 250;

/** @throws UsageError naming the source of an invalid value. */
export function resolveSettings(
  options: GlobalOptions,
  environment: NodeJS.ProcessEnv,
  preferences: Preferences,
): Settings {
  const preference = (name: PreferenceName): string | undefined => {
    const value = preferences[name];
    return value === undefined ? undefined : PREFERENCES[name].parse(value);
  };
  const flagOr = (flag: string | undefined, name: PreferenceName) =>
    flag === undefined ? preference(name) : PREFERENCES[name].parse(flag);
  const maxWait = flagOr(options.maxWait, 'max-wait');
  const budgetRecords = flagOr(
    options.budgetRecords ?? (environment.SIGNALS_BUDGET_RECORDS || undefined),
    'budget-records',
  );
  const apiKey = environment.SIGNALS_API_KEY?.trim() || undefined;
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new UsageError(
      'SIGNALS_API_KEY contains spaces or characters that no key has.',
      'Set it to the key only.',
    );
  return {
    apiUrl: apiUrl(options, environment, preference),
    apiKey,
    format: format(options, preference),
    fields: options.fields,
    jq: options.jq,
    color: options.color === false ? 'never' : ((preference('color') ?? 'auto') as Settings['color']),
    paging: options.pager !== false,
    quiet: options.quiet === true,
    verbose: options.verbose === true,
    browser: preference('browser'),
    credentialStore: (preference('credential-store') ?? 'auto') as Settings['credentialStore'],
    maxWaitSeconds: maxWait === undefined ? undefined : Number(maxWait),
    maxRecords: Number(preference('max-records') ?? DEFAULT_MAXIMUM_RECORDS),
    budget: {
      id: flagOr(options.budgetId ?? (environment.SIGNALS_BUDGET_ID || undefined), 'budget-id'),
      records: budgetRecords === undefined ? undefined : Number(budgetRecords),
    },
  };
}

function apiUrl(
  options: GlobalOptions,
  environment: NodeJS.ProcessEnv,
  preference: (name: PreferenceName) => string | undefined,
): string {
  if (options.apiUrl !== undefined) return parseApiUrl(options.apiUrl, '--api-url');
  if (environment.SIGNALS_API_URL) return parseApiUrl(environment.SIGNALS_API_URL, 'SIGNALS_API_URL');
  return preference('api-url') ?? DEFAULT_API_URL;
}

function format(
  options: GlobalOptions,
  preference: (name: PreferenceName) => string | undefined,
): Format | 'auto' {
  const chosen = FORMATS.filter((name) => options[name] === true);
  if (chosen.length > 1)
    throw new UsageError(
      `${chosen.map((name) => `--${name}`).join(' and ')} cannot be combined.`,
      'Choose one.',
    );
  if (options.jq !== undefined) {
    if (chosen.length > 0 && chosen[0] !== 'json')
      throw new UsageError(
        `--jq filters JSON: it cannot be combined with --${chosen[0]}.`,
        `Remove --${chosen[0]}.`,
      );
    return 'json';
  }
  return chosen[0] ?? ((preference('format') ?? 'auto') as Format | 'auto');
}
