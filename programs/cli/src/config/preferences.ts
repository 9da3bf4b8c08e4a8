import {
  BUDGET_ID,
  BUDGET_ID_RULE,
  MAXIMUM_BUDGET_RECORDS,
  MINIMUM_BUDGET_RECORDS,
} from '@heliograph/contract';
import { parseApiUrl } from './api-url';
import { UsageError } from '../failure';

/** How results are printed. */
export const FORMATS = ['table', 'tsv', 'json', 'jsonl', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** A preference set by `signals config`. */
interface Preference {
  description: string;
  /** The default, in words. */
  standard: string;
  example: string;
  choices?: readonly string[];
  /** Validates and normalizes a value. Throws UsageError. */
  parse(text: string): string;
}

export const PREFERENCE_NAMES = [
  'api-url',
  'format',
  'color',
  'browser',
  'credential-store',
  'max-records',
  'budget-id',
  'budget-records',
  'max-wait',
] as const;
export type PreferenceName = (typeof PREFERENCE_NAMES)[number];

export const PREFERENCES: Readonly<Record<PreferenceName, Preference>> = {
  'api-url': {
    description: 'root of the API',
    standard: 'http://127.0.0.1:8080',
    example: 'https://api.example.com',
    parse: (text) => parseApiUrl(text, 'api-url'),
  },
  format: choice('format', 'how results are printed', 'a table on a terminal, otherwise tab-separated', [
    'auto',
    ...FORMATS,
  ]),
  color: choice('color', 'colors on a terminal', 'auto', ['auto', 'always', 'never']),
  browser: {
    description: 'program that opens pages; "none" for never',
    standard: 'BROWSER, otherwise the system’s',
    example: 'firefox',
    parse: (text) => notBlank('browser', text),
  },
  'credential-store': choice(
    'credential-store',
    'where logins are stored',
    'the keyring if there is one, otherwise a file',
    ['auto', 'keyring', 'file'],
  ),
  'max-records': wholeNumber('max-records', 'records that --all uses without asking', '250', 1, 1_000_000),
  'budget-id': {
    description: 'budget that every paid request counts against',
    standard: 'none',
    example: 'nightly-sync',
    parse: (text) => {
      if (!BUDGET_ID.test(text)) throw new UsageError(`budget-id must be ${BUDGET_ID_RULE}.`);
      return text;
    },
  },
  'budget-records': wholeNumber(
    'budget-records',
    'records that may be used under budget-id in 30 days',
    'none',
    MINIMUM_BUDGET_RECORDS,
    MAXIMUM_BUDGET_RECORDS,
  ),
  'max-wait': wholeNumber(
    'max-wait',
    'longest wait in seconds for a rate limit; longer waits exit with status 5',
    '30, with --all 90',
    0,
    86_400,
  ),
};

/** @throws UsageError for an unknown name. */
export function preferenceNamed(name: string): PreferenceName {
  const found = PREFERENCE_NAMES.find((known) => known === name.replaceAll('_', '-'));
  if (!found)
    throw new UsageError(`There is no setting "${name}".`, `Settings: ${PREFERENCE_NAMES.join(', ')}`);
  return found;
}

function choice(name: string, description: string, standard: string, choices: readonly string[]): Preference {
  return {
    description,
    standard,
    example: choices[1]!,
    choices,
    parse: (text) => {
      if (!choices.includes(text)) throw new UsageError(`${name} must be one of ${choices.join(', ')}.`);
      return text;
    },
  };
}

function wholeNumber(
  name: string,
  description: string,
  standard: string,
  minimum: number,
  maximum: number,
): Preference {
  return {
    description,
    standard,
    example: '60',
    parse: (text) => {
      const value = Number(text);
      if (!/^\d{1,9}$/.test(text) || value < minimum || value > maximum)
        throw new UsageError(`${name} must be a whole number from ${minimum} to ${maximum}.`);
      return String(value);
    },
  };
}

function notBlank(name: string, text: string): string {
  if (text.trim() === '')
    throw new UsageError(`${name} is empty.`, `To unset it: signals config unset ${name}`);
  return text.trim();
}
