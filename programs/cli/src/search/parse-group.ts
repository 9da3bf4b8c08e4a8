import type { SearchGroup } from '@heliograph/sdk';
import { UsageError } from '../failure';

const EXAMPLE = `Write it as 'company: "series b" and hiring not layoffs' or 'activity: engineer or developer'`;

interface Token {
  text: string;
  isQuoted: boolean;
}

/**
 * Parses a group of terms as people write it:
 *
 *     SCOPE ":" TERM { ("and" | "or") TERM } { "not" TERM }
 *
 * SCOPE is `company` or `activity`. A term is a word, a phrase of several words, or text in double quotes, with the
 * escapes `\"` and `\\`. Words that look like operators must be quoted. A group uses either `and` or `or`.
 *
 * @throws UsageError that says what is wrong and how to write a group.
 */
export function parseGroup(text: string): SearchGroup {
  const [, scope, rest] = /^\s*([A-Za-z]+)\s*:([\s\S]*)$/.exec(text) ?? [];
  const known = scope?.toLowerCase();
  if (known !== 'company' && known !== 'activity')
    throw refusal(text, 'must begin with "company:" or "activity:"');
  const { terms, exclude, match } = readTerms(text, tokensOf(text, rest ?? ''));
  return { scope: known, match, terms, ...(exclude.length > 0 && { exclude }) };
}

function readTerms(text: string, tokens: readonly Token[]) {
  const terms: string[] = [];
  const exclude: string[] = [];
  let match: 'and' | 'or' | undefined;
  let operator: string | undefined;
  let words: Token[] = [];
  const endTerm = (next: string | undefined) => {
    if (words.length === 0) {
      const place = operator === undefined ? 'at its start' : `after "${operator}"`;
      // A leading "not" gets its own, clearer error.
      throw refusal(
        text,
        next === 'not' && operator === undefined ? 'has no term before "not"' : `lacks a term ${place}`,
      );
    }
    (operator === 'not' ? exclude : terms).push(words.map((word) => word.text).join(' '));
    words = [];
  };
  for (const token of tokens) {
    const word = token.isQuoted ? undefined : operatorOf(token.text);
    if (word === undefined) {
      if (token.isQuoted && words.length > 0)
        throw refusal(text, 'has two terms without "and" or "or" between them');
      if (!token.isQuoted && words.at(-1)?.isQuoted)
        throw refusal(text, 'has two terms without "and" or "or" between them');
      words.push(token);
      continue;
    }
    endTerm(word);
    if (word !== 'not') {
      if (operator === 'not') throw refusal(text, `has "${word}" after "not": exclusions come last`);
      if (match !== undefined && match !== word)
        throw refusal(text, 'mixes "and" with "or": split it into two groups');
      match = word;
    }
    operator = word;
  }
  endTerm(undefined);
  return { terms, exclude, match: match ?? 'and' };
}

function operatorOf(word: string): 'and' | 'or' | 'not' | undefined {
  const lower = word.toLowerCase();
  return lower === 'and' || lower === 'or' || lower === 'not' ? lower : undefined;
}

function tokensOf(text: string, rest: string): Token[] {
  const tokens: Token[] = [];
  const token = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))\s*/gsy;
  let end = 0;
  for (let found = token.exec(rest); found; found = token.exec(rest)) {
    const [, quoted, word] = found;
    if (quoted !== undefined && quoted.trim() === '') throw refusal(text, 'has an empty term');
    tokens.push(
      quoted === undefined
        ? { text: word!, isQuoted: false }
        : { text: quoted.replace(/\\(["\\])/g, '$1'), isQuoted: true },
    );
    end = token.lastIndex;
  }
  if (rest.slice(end).trim() !== '') throw refusal(text, 'has an unclosed quote');
  return tokens;
}

function refusal(text: string, why: string): UsageError {
  return new UsageError(`--group ${JSON.stringify(text)} ${why}.`, EXAMPLE);
}
