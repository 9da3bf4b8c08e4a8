import { rowOf, SEARCH_PARAMETER_NAMES, type SearchParameter } from '@heliograph/contract';

const isParameter = (name: string): name is SearchParameter => SEARCH_PARAMETER_NAMES.has(name);

/** What a parameter is called on the page. */
export function nameOfParameter(parameter: string): string {
  return (isParameter(parameter) && rowOf(parameter).label) || parameter;
}

/** Parameters' names that are no words of a sentence by themselves, such as `fundingMax`. */
const COMPOUND = /\b[a-z]+[A-Z][A-Za-z]*\b/g;

/**
 * A message of the data API for people at this page: without the advice to look at another endpoint, and with the fields'
 * names for the parameters'.
 */
export function faultForPeople(message: string): string {
  const text = message
    .replace(/; GET \/api\/v1\/filter-options lists them$/, '')
    .replace(COMPOUND, (word) => (isParameter(word) ? `“${nameOfParameter(word)}”` : word))
    .trim();
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
