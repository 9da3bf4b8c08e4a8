import type { HelperParameterRow } from './helper-parameter';

/** How a company was identified, most certain first (docs/published-interface.md, 4.5). */
export const MATCHED_BY = ['domain', 'parent_domain', 'name', 'name_without_legal_form'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** Companies per response. */
export const MAXIMUM_IDENTIFIED = 10;

/** The query parameters of `GET /companies/identify`: exactly one must be given. */
export const IDENTIFY_PARAMETERS = {
  domain: {
    kind: 'text',
    maximum: 2048,
    isNotBlank: true,
    description:
      'A host, a URL, or an email address. If no company has its host, leading labels are dropped until one matches.',
    example: 'https://jobs.emberloom-finance.example/open',
  },
  name: {
    kind: 'text',
    maximum: 1000,
    isNotBlank: true,
    description:
      'The full name of a company, ignoring case and accents. If no company has this name, legal forms ' +
      'such as Inc, Ltd, or GmbH are ignored on both sides.',
    example: 'Emberloom Finance, Inc.',
  },
} as const satisfies Record<string, HelperParameterRow>;
