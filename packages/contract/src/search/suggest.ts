import type { OptionListName } from '../filter-options';
import { FACETS } from './facets';
import type { HelperParameterRow } from './helper-parameter';

/** What can be suggested: facets whose values have names that users type (docs/published-interface.md, 4.4). */
export const SUGGESTION_KINDS = ['company', 'country', 'city', 'industry', 'category'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export const isSuggestionKind = (kind: string): kind is SuggestionKind =>
  (SUGGESTION_KINDS as readonly string[]).includes(kind);

/** The `GET /filter-options` list with the labels of a kind's values. */
export function optionsOfKind(kind: SuggestionKind): OptionListName | undefined {
  const row = FACETS[kind];
  return 'options' in row ? row.options : undefined;
}

/** Suggestions per response. */
export const MAXIMUM_SUGGESTIONS = 20;

/** The query parameters of `GET /suggest`. */
export const SUGGEST_PARAMETERS = {
  kind: {
    kind: 'choice',
    choices: SUGGESTION_KINDS,
    isRequired: true,
    description: 'What to suggest.',
    example: 'company',
  },
  prefix: {
    kind: 'text',
    minimum: 1,
    maximum: 180,
    isNotBlank: true,
    isRequired: true,
    description:
      'What was typed: at least one word. Its words must be adjacent in the name, in this order, and the ' +
      'last may be incomplete.',
    example: 'ember',
  },
  limit: {
    kind: 'integer',
    minimum: 1,
    maximum: MAXIMUM_SUGGESTIONS,
    default: 10,
    description: 'The most suggestions to return.',
    example: 5,
  },
} as const satisfies Record<string, HelperParameterRow>;
