import { createRequire } from 'node:module';
import { URLSearchParams } from 'node:url';

const require = createRequire(import.meta.url);
const { CALL_NAMES, callOf, describedCall } = require('@heliograph/contract');

const PLAYGROUND = 'http://dashboard.heliograph.invalid/playground';

/**
 * The address of the playground, filled in with a curl command's request.
 *
 * @returns undefined unless it is a single GET request to the API with fixed values.
 */
export function playgroundLink(command) {
  const words = wordsOf(command.split(/ \| | > |\n(?! )/)[0].replaceAll('\\\n', ' '));
  const query = [];
  let address;
  let isRead = words?.[0] === 'curl';
  for (let index = 1; isRead && index < words.length; index += 1) {
    const word = words[index];
    if (word === '-d' || word === '--data-urlencode') query.push(pairOf(words[(index += 1)]));
    // A header the playground does not know is the point of the example: then there is no link.
    else if (word === '-H') query.push(...headerOf(words[(index += 1)]));
    else if (word.startsWith('$SIGNALS_API_URL/')) address = word.slice('$SIGNALS_API_URL'.length);
    else isRead = /^-(?:s|i|G|sG)$/.test(word);
  }
  if (!isRead || address === undefined || query.some((pair) => pair === undefined)) return undefined;
  const [path, text = ''] = address.split('?');
  return linkOf(path, [...new URLSearchParams(text), ...query]);
}

function linkOf(path, query) {
  if (!path.startsWith('/api/v1/') || [path, ...query.flat()].some((value) => value.includes('$')))
    return undefined;
  const wanted = path.slice('/api/v1'.length);
  for (const name of CALL_NAMES) {
    const { fixed = {} } = callOf(name);
    const { method, path: template, fields } = describedCall(name);
    const inPath = method === 'GET' ? matched(template, wanted) : undefined;
    const known = new Set([...fields.map((field) => field.name), ...Object.keys(fixed)]);
    const isFixed = Object.entries(fixed).every(([key, value]) =>
      query.some(([k, v]) => k === key && v === value),
    );
    if (!inPath || !isFixed || !query.every(([key]) => known.has(key))) continue;
    const own = query.filter(([key]) => !Object.hasOwn(fixed, key));
    return `${PLAYGROUND}?${new URLSearchParams([['call', name], ...inPath, ...own])}`;
  }
  return undefined;
}

/** The parameters in a path; undefined if the path does not match the template. */
function matched(template, path) {
  const parts = path.split('/');
  const wanted = template.split('/');
  if (parts.length !== wanted.length) return undefined;
  const found = [];
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) found.push([name, decodeURIComponent(parts[index])]);
    else if (part !== parts[index]) return undefined;
  }
  return found;
}

function pairOf(text = '') {
  const at = text.indexOf('=');
  return at > 0 ? [text.slice(0, at), compact(text.slice(at + 1))] : undefined;
}

/** A header as a parameter of the page, if the page accepts it. */
function headerOf(text = '') {
  const [, name, value] = /^([A-Za-z-]+): *(.*)$/.exec(text) ?? [];
  return /^(?:X-|If-|Content-|Idempotency-)/i.test(name ?? '') ? [[name, value]] : [];
}

/** Removes insignificant white space from JSON. */
function compact(value) {
  return /^[[{]/.test(value) ? JSON.stringify(JSON.parse(value)) : value;
}

/** The words of a shell command; undefined if a quote is not closed. Expands nothing. */
function wordsOf(command) {
  const words = [];
  const rest = command.trim();
  const WORD = /\s*((?:'[^']*'|"[^"]*"|[^\s'"])+)/gy;
  while (WORD.lastIndex < rest.length) {
    const found = WORD.exec(rest);
    if (!found) return undefined;
    words.push(found[1].replaceAll(/'([^']*)'|"([^"]*)"/g, (_whole, single, double) => single ?? double));
  }
  return words;
}
