import { ACCOUNT_LIMITS } from '@heliograph/contract';
import type { ApiKey, CreateKeyBody, Scope, UpdateKeyBody } from '@heliograph/dashboard-api';
import { readRecordLimit } from './record-limit';

export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, { label: string; hint: string }>> = {
  'signals:read': { label: 'Signals', hint: 'Search and count signals, and follow changes.' },
  'companies:read': { label: 'Companies', hint: 'Read the details of companies.' },
  'searches:write': {
    label: 'Saved searches',
    hint: 'Manage saved searches and webhooks. Webhooks send matching signals to their address, charged to the account.',
  },
};

/** Days until the key expires; "never", or "custom" for a chosen date. */
export const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'custom', label: 'On a date of your choice' },
] as const;

export type Expiry = (typeof EXPIRIES)[number]['value'];

export interface KeyFormValues {
  name: string;
  scopes: readonly Scope[];
  expiry: Expiry;
  /** `YYYY-MM-DD` in the viewer's zone; only used with "custom". */
  expiryDate: string;
  /** Whether it reads the test corpus. */
  isTest: boolean;
  /** As typed; empty means no cap. */
  cap: string;
}

type KeyFormField = 'name' | 'scopes' | 'expiryDate' | 'cap';
export type KeyFormIssues = Partial<Record<KeyFormField, string>>;

const { nameLength: MAXIMUM_NAME_LENGTH, monthlyCap: MAXIMUM_CAP } = ACCOUNT_LIMITS;
const DAY_MS = 86_400_000;

type Checked<Body> = { body: Body; issues?: undefined } | { body?: undefined; issues: KeyFormIssues };

/** The form's request, or its errors by field. */
export function checkKeyForm(values: KeyFormValues, now: number): Checked<CreateKeyBody> {
  const issues: KeyFormIssues = nameIssues(values.name);
  if (values.scopes.length === 0) issues.scopes = 'Choose at least one scope.';
  const cap = readRecordLimit(values.cap, MAXIMUM_CAP);
  if (cap.issue) issues.cap = cap.issue;
  const expiresAt = expiryOf(values, now);
  if (expiresAt === undefined) issues.expiryDate = 'Choose a date after today.';
  if (Object.keys(issues).length > 0 || expiresAt === undefined) return { issues };
  return {
    body: {
      name: values.name.trim(),
      scopes: [...values.scopes],
      expiresAt,
      monthlyCapRecords: cap.records,
      isTest: values.isTest,
    },
  };
}

/** Like {@link checkKeyForm}, but for the fields that can be edited, and only those that changed. */
export function checkKeyChange(
  opened: Pick<ApiKey, 'name' | 'monthlyCapRecords'>,
  values: Pick<KeyFormValues, 'name' | 'cap'>,
): Checked<UpdateKeyBody> {
  const issues: KeyFormIssues = nameIssues(values.name);
  const cap = readRecordLimit(values.cap, MAXIMUM_CAP);
  if (cap.issue) issues.cap = cap.issue;
  if (Object.keys(issues).length > 0) return { issues };
  const name = values.name.trim();
  return {
    body: {
      ...(name !== opened.name && { name }),
      ...(cap.records !== opened.monthlyCapRecords && { monthlyCapRecords: cap.records }),
    },
  };
}

function nameIssues(name: string): KeyFormIssues {
  const trimmed = name.trim();
  if (trimmed === '') return { name: 'Give the key a name you will recognize.' };
  if (trimmed.length > MAXIMUM_NAME_LENGTH) return { name: `Use at most ${MAXIMUM_NAME_LENGTH} characters.` };
  return {};
}

/** Null: never; undefined: not in the future. The key expires when the chosen day ends in the viewer's zone. */
function expiryOf({ expiry, expiryDate }: KeyFormValues, now: number): string | null | undefined {
  if (expiry === 'never') return null;
  if (expiry !== 'custom') return new Date(now + Number(expiry) * DAY_MS).toISOString();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expiryDate)) return undefined;
  const end = new Date(`${expiryDate}T23:59:59`);
  return Number.isNaN(end.getTime()) || end.getTime() <= now + DAY_MS / 24 ? undefined : end.toISOString();
}
