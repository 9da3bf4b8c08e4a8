import { groupDigits } from '../quantity';
import type { ParameterRow } from './parameter';
import { SEARCH_GROUPS, SEARCH_GROUPS_SCHEMA } from './json-values';

/** Maximum signals in a semantic search's pool: those nearest in meaning. */
export const CANDIDATE_LIMIT = 1_000;

/** Parameters about titles' words and their meaning. */
export const WORD_PARAMETERS = {
  q: {
    kind: 'text',
    maximum: 1000,
    description:
      'Keywords in the title, separated by white space. "Quotes" make a phrase; a leading - excludes the ' +
      'word or phrase. Every term must match, and no excluded one may. Literal: whole words, ignoring case ' +
      'and accents, but no stemming, synonyms, or typo correction. In Chinese, Japanese, Korean, and other ' +
      'scripts without spaces, any adjacent letters match. Other punctuation has no meaning.',
    example: '"series a" -rumor',
    flag: {
      value: 'text',
      help: 'same as the words: all must be in the title, "…" is a phrase, -word excludes',
    },
    label: 'Search words',
    chip: 'Title has',
    section: 'words',
  },
  all: {
    kind: 'text',
    maximum: 1000,
    description: 'Terms that must all match the title. White space or commas separate them, quotes group.',
    example: 'raises, "series a"',
    flag: { name: 'all-words', value: 'text', help: 'titles with all of these words' },
    label: 'All of these words',
    chip: 'All of',
    section: 'words',
  },
  any: {
    kind: 'text',
    maximum: 1000,
    description: 'Terms of which at least one must match the title; written as for `all`.',
    example: 'layoffs, "reduce headcount"',
    flag: { value: 'text', help: 'titles with at least one of these words' },
    label: 'Any of these words',
    chip: 'Any of',
    section: 'words',
  },
  exact: {
    kind: 'text',
    maximum: 180,
    description: 'One phrase: its words adjacent and in this order in the title.',
    example: 'is hiring',
    flag: { value: 'phrase', help: 'titles with this phrase' },
    label: 'Exact phrase',
    section: 'words',
  },
  exclude: {
    kind: 'text',
    maximum: 1000,
    description: 'Terms that must not match the title; written as for `all`.',
    example: 'rumor',
    flag: { value: 'text', help: 'titles with none of these words' },
    label: 'None of these words',
    chip: 'Without',
    section: 'words',
  },
  semantic: {
    kind: 'text',
    minimum: 3,
    maximum: 1000,
    isNotBlank: true,
    isNoFilter: true,
    description:
      'Switches to semantic search: signals ranked by closeness in meaning to this text. The pool is the ' +
      `up to ${groupDigits(CANDIDATE_LIMIT)} nearest signals; all filters, \`q\` too, apply within it only. ` +
      'Cannot be combined with `page`, `ids`, or `countOnly=true`. If unavailable, the response is 503 ' +
      '`semantic_unavailable`, never a keyword search. The text may be sent to an embedding provider ' +
      'outside this system; nothing else is.',
    example: 'machines that unload ships by themselves',
    flag: { value: 'text', help: 'rank by closeness in meaning to this text instead of date' },
    label: 'Meaning',
  },
  searchGroups: {
    kind: 'json',
    // Long enough for the maximum of terms and exclusions in ASCII, or 30 terms of escaped Chinese.
    maximumLength: 32_768,
    maximumDepth: 4,
    maximumItems: SEARCH_GROUPS.groups,
    schema: SEARCH_GROUPS_SCHEMA,
    description:
      'Groups of terms. A term is a word or a phrase. With scope `activity` the terms must match within ' +
      'one title; with scope `company` they may match in separate activities of the same company, and ' +
      'the activities that match a term are returned as evidence. `match` combines the terms of a group, ' +
      `\`op\` the groups. At most ${SEARCH_GROUPS.termsInAll} terms in all groups together; exclusions do ` +
      'not count.',
    example: {
      op: 'and',
      groups: [
        { scope: 'company', match: 'and', terms: ['series a', 'engineer'] },
        { scope: 'activity', match: 'or', terms: ['engineer', 'developer'], exclude: ['intern'] },
      ],
    },
    flag: { name: 'group' },
    label: 'Search groups',
    section: 'groups',
  },
} as const satisfies Record<string, ParameterRow>;
