import { labelOf, type IdentifierKind } from '@heliograph/catalog';
import { OPTION_LISTS, STORED_LIST_NAMES, valueAt } from '@heliograph/contract';
import { testCompanies, testSignals, type CompanyRecord, type SignalRecord } from '@heliograph/test-corpus';
import type { CorpusContext } from '../context';
import type { Company } from '../domain/company';
import { createTestIdentities } from './test-identities';
import { filterOptionsOf, identifierBounds, valueBounds, type ListBounds } from '../domain/filter-options';

/** Serves test keys from the test corpus. */
export function createTestContext(): CorpusContext {
  const companies = new Map(testCompanies.map((company) => [company.slug, companyOf(company)]));
  return {
    companies: { find: (slug) => Promise.resolve(companies.get(slug)) },
    identities: createTestIdentities(companies.values()),
    identifiers: optionsWithin(identifierBounds),
    values: optionsWithin(valueBounds),
  };
}

function companyOf(record: CompanyRecord): Company {
  const dates = signalsOf(record).map(({ activityDate }) => activityDate);
  return {
    slug: record.slug,
    name: record.name,
    domain: record.domain,
    description: record.description,
    country: record.country,
    city: record.city,
    industries: record.industries ?? [],
    employeeCount: record.employeeCount === undefined ? undefined : BigInt(record.employeeCount),
    signalCount: BigInt(dates.length),
    latestActivityDate: dates.sort().at(-1),
  };
}

const signalsOf = ({ slug }: CompanyRecord) => testSignals.filter(({ companySlug }) => companySlug === slug);

function optionsWithin({ kinds }: ListBounds): CorpusContext['identifiers'] {
  const found = kinds.flatMap((kind) =>
    [...idsOf(kind)].map((id) => ({ kind, id, label: labelOf(kind, id) })),
  );
  const options = filterOptionsOf(found);
  return { current: () => Promise.resolve(options) };
}

/** The values of a kind in the signals and their companies. */
function idsOf(kind: IdentifierKind): Set<string> {
  const list = STORED_LIST_NAMES.find((name) => OPTION_LISTS[name].kind === kind)!;
  const bySlug = new Map(testCompanies.map((company) => [company.slug, company]));
  const named = (signal: SignalRecord) => {
    const { country, industries } = bySlug.get(signal.companySlug)!;
    return valueAt({ country, industries, ...signal }, OPTION_LISTS[list].member);
  };
  return new Set(testSignals.flatMap((signal) => [named(signal) ?? []].flat() as string[]));
}
