import {
  MAXIMUM_DESCRIPTION_LENGTH,
  MAXIMUM_NAME_LENGTH,
  MAXIMUM_TITLE_LENGTH,
  MAXIMUM_URL_LENGTH,
  type CompanyRecord,
  type FundingRecord,
  type HiringRecord,
  type SignalRecord,
} from '@heliograph/catalog';
import { COMPANY_SLUG, isCalendarDate, schemas, SIGNAL_ID, type EveryField } from '@heliograph/contract';
import { parseInstant } from '../input/calendar';
import { isObject, quote, RecordReader } from './record-reader';
import { issueWithName } from './text-rules';

/** A valid record for the catalog, or all its issues. */
export type Verdict<Record> = { record: Record } | { issues: string[] };

const SLUG_SHAPE = '1 to 180 of a-z, 0-9, ".", "_", and "-", beginning with a letter or digit';
const CURRENCY_PATTERN = /^[A-Z]{3}$/;
const MAXIMUM_DOMAIN_LENGTH = 253;
const FIRST_ACTIVITY_DATE = '1900-01-01';
const LAST_ACTIVITY_DATE = '2200-12-31';
const firstPublication = Date.parse('1900-01-01T00:00:00Z');
const lastPublication = Date.parse('9999-12-31T23:59:59.999Z');

/** Validates one company line of a corpus file. Never throws, whatever the JSON. */
export function validateCompany(value: unknown): Verdict<CompanyRecord> {
  if (!isObject(value)) return { issues: ['is not a JSON object'] };
  const reader = new RecordReader(value);
  const record: EveryField<CompanyRecord> = {
    slug: reader.requiredMatch('slug', COMPANY_SLUG, SLUG_SHAPE),
    name: reader.requiredText('name', MAXIMUM_NAME_LENGTH, issueWithName),
    domain: reader.optionalText('domain', MAXIMUM_DOMAIN_LENGTH),
    description: reader.optionalProse('description', MAXIMUM_DESCRIPTION_LENGTH),
    country: reader.optionalText('country'),
    city: reader.optionalText('city'),
    industries: reader.optionalTexts('industries'),
    employeeCount: reader.optionalCount('employeeCount'),
  };
  return reader.issues.length === 0 ? { record } : { issues: reader.issues };
}

/**
 * Validates one signal line of a corpus file. Never throws, whatever the JSON. Whether its company exists is checked by
 * the catalog.
 */
export function validateSignal(value: unknown): Verdict<SignalRecord> {
  if (!isObject(value)) return { issues: ['is not a JSON object'] };
  const reader = new RecordReader(value);
  const record: EveryField<SignalRecord> = {
    id: reader.requiredMatch('id', SIGNAL_ID, 'a string of 1 to 19 digits without a leading zero'),
    title: reader.requiredTitle('title', MAXIMUM_TITLE_LENGTH),
    category: reader.requiredIdentifier('category'),
    companySlug: reader.requiredMatch('companySlug', COMPANY_SLUG, SLUG_SHAPE),
    activityDate: readActivityDate(reader),
    publishedAt: readPublishedAt(reader),
    activityUrl: readUrl(reader),
    country: reader.optionalText('country'),
    city: reader.optionalText('city'),
    industries: reader.optionalTexts('industries'),
    hiring: readHiring(reader),
    funding: readFunding(reader),
  };
  return reader.issues.length === 0 ? { record } : { issues: reader.issues };
}

function readActivityDate(reader: RecordReader): string {
  const text = reader.requiredText('activityDate', Infinity);
  if (text === '') return text;
  if (!isCalendarDate(text))
    reader.issue('activityDate', `${quote(text)} is not a calendar date, YYYY-MM-DD`);
  else if (text < FIRST_ACTIVITY_DATE || text > LAST_ACTIVITY_DATE) {
    reader.issue(
      'activityDate',
      `${quote(text)} must be from ${FIRST_ACTIVITY_DATE} to ${LAST_ACTIVITY_DATE}`,
    );
  }
  return text;
}

/** Normalizes the time to UTC with milliseconds. */
function readPublishedAt(reader: RecordReader): string {
  const text = reader.requiredText('publishedAt', Infinity);
  if (text === '') return text;
  const instant = parseInstant(text);
  if (instant === undefined) {
    reader.issue(
      'publishedAt',
      `${quote(text)} is not an ISO 8601 instant with Z or an offset, such as 2026-11-20T09:30:00Z`,
    );
    return '';
  }
  if (instant < firstPublication || instant > lastPublication) {
    reader.issue('publishedAt', `${quote(text)} must be in the years 1900 to 9999`);
    return '';
  }
  return new Date(instant).toISOString();
}

function readUrl(reader: RecordReader): string | undefined {
  const text = reader.optionalText('activityUrl', MAXIMUM_URL_LENGTH);
  if (text === undefined || (/^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text))) return text;
  return reader.issue('activityUrl', `${quote(text)} is not an http or https URL`);
}

function readHiring(parent: RecordReader): HiringRecord | undefined {
  const reader = parent.optionalObject('hiring');
  if (reader === undefined) return undefined;
  const names = Object.keys(schemas.Signal.properties.hiring.properties);
  return Object.fromEntries(names.map((name) => [name, reader.optionalIdentifiers(name)]));
}

function readFunding(parent: RecordReader): FundingRecord | undefined {
  const reader = parent.optionalObject('funding');
  if (reader === undefined) return undefined;
  const funding: EveryField<FundingRecord> = {
    stage: reader.optionalIdentifier('stage'),
    amount: reader.optionalAmount('amount'),
    currency: reader.optionalText('currency'),
  };
  if (funding.currency !== undefined && !CURRENCY_PATTERN.test(funding.currency)) {
    reader.issue(
      'currency',
      `${quote(funding.currency)} is not a currency code of three capital letters, such as USD`,
    );
  }
  return funding;
}
