import { words } from './words';

/** A word or, with several words, a phrase: never empty. */
export type Term = readonly string[];

/** A term as written in a text filter. */
interface WrittenTerm {
  /** Without quotes and without a leading `-`. */
  text: string;
  words: Term;
  isExcluded: boolean;
}

/** The terms of a text filter. */
interface ParsedTerms {
  include: Term[];
  exclude: Term[];
}

export interface TermSyntax {
  /** Commas, like white space, separate terms (`all`, `any`, `exclude`). */
  commasSplit: boolean;
  /** A leading `-` excludes the term or phrase (`q`). */
  minusExcludes: boolean;
}

/**
 * Parses a text filter into terms. A quote opens a phrase anywhere, and the next quote or the end of the text closes
 * it. Other punctuation only separates words, so `node.js` is the phrase of `node` and `js`. Terms without a word are
 * dropped.
 */
export function parseTerms(text: string, syntax: TermSyntax): ParsedTerms {
  const parsed: ParsedTerms = { include: [], exclude: [] };
  for (const { words: term, isExcluded } of writtenTerms(text, syntax))
    (isExcluded ? parsed.exclude : parsed.include).push(term);
  return parsed;
}

/** The terms of a text filter in the order written, with their texts. */
export function writtenTerms(text: string, syntax: TermSyntax): WrittenTerm[] {
  const pattern = syntax.commasSplit ? /"([^"]*)"?|([^\s,"]+)/g : /"([^"]*)"?|([^\s"]+)/g;
  const terms: WrittenTerm[] = [];
  let minusBefore = -1;
  for (const match of text.matchAll(pattern)) {
    const phrase = match[1];
    const bare = match[2] ?? '';
    let isExcluded = false;
    if (phrase !== undefined) isExcluded = syntax.minusExcludes && minusBefore === match.index;
    else if (syntax.minusExcludes && bare.startsWith('-')) {
      isExcluded = true;
      // "-" right before a quote belongs to the phrase.
      if (/^-+$/.test(bare)) minusBefore = match.index + bare.length;
    }
    const written = phrase ?? (isExcluded ? bare.replace(/^-+/, '') : bare);
    const term = { text: written, words: words(written), isExcluded };
    if (term.words.length > 0) terms.push(term);
  }
  return terms;
}
