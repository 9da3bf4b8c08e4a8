import { rowOf, SEARCH_PARAMETER_NAMES, type SearchParameter } from '@heliograph/contract';

const isParameter = (name: string): name is SearchParameter => SEARCH_PARAMETER_NAMES.has(name);

/** A parameter's label on the page. */
export function nameOfParameter(parameter: string): string {
  return (isParameter(parameter) && rowOf(parameter).label) || parameter;
}

/** Parameter names that are not English words, such as `fundingMax`. */
const COMPOUND = /\b[a-z]+[A-Z][A-Za-z]*\b/g;

/**
 * A data API message reworded for users of this page: no advice about other endpoints, and field labels instead of
 * parameter names.
 */
export function describeIssue(message: string): string {
  const text = message
    .replace(/; GET \/api\/v1\/filter-options lists them$/, '')
    .replace(COMPOUND, (word) => (isParameter(word) ? `“${nameOfParameter(word)}”` : word))
    .trim();
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
