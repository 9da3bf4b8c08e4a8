import { testCompanies, testSignals } from '@heliograph/test-corpus';
import { code, table } from './markdown.mjs';

/** The tables for the page about testing: every company and signal of the test corpus. */
export function testCorpusTables() {
  return [
    '### Companies',
    table(
      ['Slug', 'Name', 'Place', 'Industries', 'Employees'],
      testCompanies.map(({ slug, name, industries = [], employeeCount = '', ...company }) => [
        code(slug),
        code(name),
        placeOf(company),
        industries.join(', '),
        employeeCount,
      ]),
    ),
    '### Signals',
    "A signal without its own place or industry takes its company's.",
    table(
      ['Id', 'Date', 'Company', 'Title', 'Category', 'More'],
      testSignals.map((signal) => [
        code(signal.id),
        signal.activityDate,
        code(signal.companySlug),
        code(signal.title),
        code(signal.category),
        detailsOf(signal),
      ]),
    ),
  ].join('\n\n');
}

const placeOf = ({ city, country }) => [city, country].filter(Boolean).join(', ');

function detailsOf({ activityUrl, country, city, industries, hiring, funding }) {
  return [
    placeOf({ city, country }),
    industries?.join(', ') ?? '',
    industries?.length === 0 && 'no industry',
    ...Object.values(hiring ?? {}).map((labels) => labels.join(', ')),
    Object.values(funding ?? {}).join(' '),
    !activityUrl && 'no URL',
  ]
    .filter(Boolean)
    .join('; ');
}
