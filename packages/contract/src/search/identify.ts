import type { HelperParameterRow } from './helper-parameter';

/** How a company was identified, the surest first (docs/published-interface.md, 4.5). */
export const MATCHED_BY = ['domain', 'parent_domain', 'name', 'name_without_legal_form'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** Companies in one answer. */
export const MAXIMUM_IDENTIFIED = 10;

/** The query parameters of `GET /companies/identify`: exactly one of them is given. */
export const IDENTIFY_PARAMETERS = {
  domain: {
    kind: 'text',
    maximum: 2048,
    isNotBlank: true,
    description:
      'A host, a URL or an email address. When no company has its host, labels are taken from the left until one has what is left.',
    example: 'https://jobs.emberloom-finance.example/open',
  },
  name: {
    kind: 'text',
    maximum: 1000,
    isNotBlank: true,
    description:
      'The whole name of a company, in any case, with or without accents. When no company is called so, legal forms such as ' +
      'Inc, Ltd or GmbH are taken off on both sides.',
    example: 'Emberloom Finance, Inc.',
  },
} as const satisfies Record<string, HelperParameterRow>;
