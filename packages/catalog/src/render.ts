import { hash } from 'node:crypto';
import { schemas, type EveryField, type Signal } from '@heliograph/contract';
import { MAXIMUM_LIST_ITEMS } from './bounds';
import type { CompanyRecord, FundingRecord, HiringRecord, SignalRecord } from './records';

/** Bits of `signal_document.inherited`: the values that a signal took from its company. */
const INHERITANCE = { country: 1, city: 2, industries: 4 } as const;

/** A signal's item in a response, in the order of its properties. */
export type SignalDocument = Omit<Signal, 'similarity' | 'matched'>;

/** The properties of a company that its signals' items depend on. */
export type SharedCompany = Pick<CompanyRecord, 'slug' | 'name' | 'country' | 'city' | 'industries'>;

/** Drops empty and absent members; `undefined` if nothing is left. */
function pruned<T extends object>(value: T | undefined, keys: readonly (keyof T)[]): T | undefined {
  if (!value) return undefined;
  const kept: Partial<T> = {};
  let any = false;
  for (const key of keys) {
    const member = value[key];
    if (member === undefined || (Array.isArray(member) && member.length === 0)) continue;
    kept[key] = member;
    any = true;
  }
  return any ? (kept as T) : undefined;
}

const { hiring, funding } = schemas.Signal.properties;
const hiringKeys = Object.keys(hiring.properties) as (keyof HiringRecord)[];
const fundingKeys = Object.keys(funding.properties) as (keyof FundingRecord)[];

const CANONICAL_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A record in the form that is stored and hashed: no empty members, times in UTC with milliseconds. */
export function canonicalSignal(record: SignalRecord): EveryField<SignalRecord> {
  return {
    id: record.id,
    title: record.title,
    activityUrl: record.activityUrl,
    activityDate: record.activityDate,
    publishedAt: CANONICAL_INSTANT.test(record.publishedAt)
      ? record.publishedAt
      : new Date(record.publishedAt).toISOString(),
    category: record.category,
    companySlug: record.companySlug,
    country: record.country,
    city: record.city,
    industries:
      record.industries && record.industries.length > 1 ? [...new Set(record.industries)] : record.industries,
    hiring: pruned(record.hiring, hiringKeys),
    funding: pruned(record.funding, fundingKeys),
  };
}

/** A 128-bit hash of a record's canonical form, as a UUID. */
export function contentHash(canonical: unknown): string {
  return hash('md5', JSON.stringify(canonical), 'hex');
}

/** A signal's values, with its company's where it has none of its own. */
interface EffectiveValues {
  country?: string;
  city?: string;
  industries: string[];
}

/** A signal's displayed and searchable values that may be its own or its company's. */
export function effectiveValues(signal: SignalRecord, company: SharedCompany): EffectiveValues {
  return {
    country: signal.country ?? company.country,
    city: signal.city ?? company.city,
    industries: signal.industries ?? company.industries ?? [],
  };
}

/** The bits of `signal_document.inherited`: which values come from the company. */
export function inheritedBits(signal: SignalRecord): number {
  return (
    (signal.country === undefined ? INHERITANCE.country : 0) |
    (signal.city === undefined ? INHERITANCE.city : 0) |
    (signal.industries === undefined ? INHERITANCE.industries : 0)
  );
}

/** The JSON text of a signal's item, as returned. */
export function renderDocument(
  signal: SignalRecord,
  company: SharedCompany,
  effective: EffectiveValues,
): string {
  const document: EveryField<SignalDocument> = {
    id: signal.id,
    title: signal.title,
    activityUrl: signal.activityUrl,
    activityDate: signal.activityDate,
    publishedAt: signal.publishedAt,
    category: signal.category,
    country: effective.country,
    city: effective.city,
    industries: effective.industries,
    company: { slug: company.slug, name: company.name },
    hiring: signal.hiring,
    funding: signal.funding,
  };
  return JSON.stringify(document);
}

/**
 * The record that a stored document was rendered from: the inverse of {@link renderDocument}. For a signal stored
 * before lists were bounded, its lists are truncated.
 */
export function recordOfDocument(document: string, inherited: number): SignalRecord {
  const { company, industries, hiring, ...rest } = JSON.parse(document) as SignalDocument;
  const record: SignalRecord = {
    ...rest,
    companySlug: company.slug,
    industries: industries.slice(0, MAXIMUM_LIST_ITEMS),
    hiring: hiring && withinBounds(hiring),
  };
  if (inherited & INHERITANCE.country) delete record.country;
  if (inherited & INHERITANCE.city) delete record.city;
  if (inherited & INHERITANCE.industries) delete record.industries;
  return canonicalSignal(record);
}

function withinBounds(hiring: HiringRecord): HiringRecord {
  return Object.fromEntries(
    Object.entries(hiring).map(([name, labels]: [string, string[]]) => [
      name,
      labels.slice(0, MAXIMUM_LIST_ITEMS),
    ]),
  );
}
