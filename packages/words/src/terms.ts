import { words } from './words';

/** A word or, with several words, a phrase: never empty. */
export type Term = readonly string[];

/** The terms of a text filter. */
export interface ParsedTerms {
  include: Term[];
  exclude: Term[];
}

export interface TermSyntax {
  /** Terms are split at commas as well as at white space (`all`, `any`, `exclude`). */
  commasSplit: boolean;
  /** A leading `-` excludes the term or phrase (`q`). */
  minusExcludes: boolean;
}

/**
 * Parses a text filter into terms. A quote opens a phrase wherever it stands and the next quote, or the end of the text,
 * closes it. Other punctuation only separates words, so `node.js` is the phrase of `node` and `js`. Terms without
 * a word are left out.
 */
export function parseTerms(text: string, syntax: TermSyntax): ParsedTerms {
  const pattern = syntax.commasSplit ? /"([^"]*)"?|([^\s,"]+)/g : /"([^"]*)"?|([^\s"]+)/g;
  const parsed: ParsedTerms = { include: [], exclude: [] };
  let minusBefore = -1;
  for (const match of text.matchAll(pattern)) {
    const phrase = match[1];
    const bare = match[2] ?? '';
    let excluded = false;
    if (phrase !== undefined) excluded = syntax.minusExcludes && minusBefore === match.index;
    else if (syntax.minusExcludes && bare.startsWith('-')) {
      excluded = true;
      // "-" right before a quote belongs to the phrase.
      if (/^-+$/.test(bare)) minusBefore = match.index + bare.length;
    }
    const term = words(phrase ?? bare);
    if (term.length > 0) (excluded ? parsed.exclude : parsed.include).push(term);
  }
  return parsed;
}
