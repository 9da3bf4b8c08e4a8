import type { IdentifierKind } from './records';

/** Words whose common spelling differs from the identifier's. */
const writtenForms: ReadonlyMap<string, string> = new Map(
  'AI API B2B B2C CEO CFO CIO CMO COO CPO CTO CRM ERP ESG EU HR ICO IoT IPO IT ML PR QA SaaS SEO SPAC UI UK USA UX VC VP'
    .split(' ')
    .map((written) => [written.toLowerCase(), written]),
);

/** `\b` and `\w` know only English letters: "itération" would hold the word "it". */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const START = '(?<![\\p{L}\\p{M}\\p{N}])';
const END = '(?![\\p{L}\\p{M}\\p{N}])';

/** Words written as one; the identifier's hyphens are already spaces. */
const joined: readonly (readonly [pattern: RegExp, written: (...groups: string[]) => string])[] = [
  [
    new RegExp(`${START}([mr]) and ([ad])${END}`, 'gu'),
    (_, one = '', other = '') => `${one}&${other}`.toUpperCase(),
  ],
  [
    new RegExp(`${START}series ([a-z]\\d?)${END}`, 'gu'),
    (_, letter = '') => `Series ${letter.toUpperCase()}`,
  ],
  [new RegExp(`${START}pre (?=(?:seed|ipo|[sS]eries)${END})`, 'gu'), () => 'pre-'],
];

/**
 * Makes a label from an identifier, as people write it: "product-launch" becomes "Product launch", "series-a" "Series
 * A", "ipo" "IPO". Identifiers with capital letters, industries, and countries stay as written.
 */
export function labelOf(kind: IdentifierKind, id: string): string {
  if (kind === 'industry' || kind === 'country') return id;
  let label = id.replace(/[-_]+/g, ' ').trim();
  if (label === '') return id;
  if (!/\p{Lu}/u.test(label)) {
    for (const [pattern, written] of joined) label = label.replace(pattern, written);
    label = label.replace(WORD, (word) => writtenForms.get(word) ?? word);
  }
  return label.charAt(0).toUpperCase() + label.slice(1);
}
