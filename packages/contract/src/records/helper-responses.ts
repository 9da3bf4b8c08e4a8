import { enveloped, record, schemaRef, TEXT } from '../json-schema';
import { MATCHED_BY, MAXIMUM_IDENTIFIED } from '../search/identify';
import { MAXIMUM_SUGGESTIONS } from '../search/suggest';
import { companyExample } from './company';

export const helperSchemas = {
  SuggestionList: enveloped(
    record(['items'], {
      items: { type: 'array', maxItems: MAXIMUM_SUGGESTIONS, items: schemaRef('Suggestion') },
    }),
  ),
  Suggestion: record(['value', 'label', 'count'], {
    value: { type: 'string', description: 'As the filter accepts it; for a company, the slug.' },
    label: { type: 'string', description: 'Label for display; for a company, the name.' },
    count: { type: 'integer', minimum: 1, description: 'Published signals.' },
  }),
  IdentifyResponse: enveloped(
    record(['items'], {
      items: { type: 'array', maxItems: MAXIMUM_IDENTIFIED, items: schemaRef('IdentifiedCompany') },
    }),
  ),
  IdentifiedCompany: record(
    ['slug', 'name', 'matchedBy'],
    {
      slug: TEXT,
      name: TEXT,
      domain: TEXT,
      country: TEXT,
      city: TEXT,
      matchedBy: {
        type: 'string',
        enum: MATCHED_BY,
        description:
          'What matched: the host, the host without leading labels, the name, or the name without its legal form.',
      },
    },
    'A matching company. Absent values are omitted.',
  ),
};

const { slug, name, domain, country, city } = companyExample.data;

export const suggestExample = {
  data: { items: [{ value: slug, label: name, count: 39 }] },
};

export const identifyExample = {
  data: { items: [{ slug, name, domain, country, city, matchedBy: 'parent_domain' }] },
};
