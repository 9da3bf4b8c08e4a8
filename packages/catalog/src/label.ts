import type { IdentifierKind } from './records';

/** Words whose common spelling differs from the identifier's. */
const writtenForms: Readonly<Record<string, string>> = Object.fromEntries(
  'AI API B2B B2C CEO CFO CIO CMO COO CPO CTO CRM ERP ESG EU HR ICO IoT IPO IT ML PR QA SaaS SEO SPAC UI UK USA UX VC VP'
    .split(' ')
    .map((written) => [written.toLowerCase(), written]),
);

/** Words written as one; the identifier's hyphens are already spaces. */
const joined: readonly (readonly [pattern: RegExp, written: (...groups: string[]) => string])[] = [
  [/\b([mr]) and ([ad])\b/g, (_, one = '', other = '') => `${one}&${other}`.toUpperCase()],
  [/\bseries ([a-z]\d?)\b/g, (_, letter = '') => `Series ${letter.toUpperCase()}`],
  [/\bpre (?=(?:seed|ipo|series)\b)/gi, () => 'pre-'],
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
    label = label.replace(/[a-z0-9]+/g, (word) => writtenForms[word] ?? word);
  }
  return label.charAt(0).toUpperCase() + label.slice(1);
}
