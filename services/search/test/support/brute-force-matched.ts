/**
 * Why a title matched, directly from the definition: compares every term with every word and locates words by pieces of
 * the title.
 */
import { terms, wordsIn, type PlainQuery } from './brute-force';

interface PlainMatch {
  parameter: string;
  term: string;
  start: number;
  end: number;
  group?: number;
}

const places = new Map<string, [start: number, end: number][]>();

/**
 * The positions of a title's words: a word begins at the last piece that still ends in this and all later words, and
 * ends with the first piece that contains it, plus any marks after it that belong to it.
 */
function placesIn(title: string): [start: number, end: number][] {
  const known = places.get(title);
  if (known) return known;
  const points = Array.from(title);
  const wordsOf = (from: number, to: number) => wordsIn(points.slice(from, to).join(''));
  const all = wordsOf(0, points.length);
  const cuts = Array.from({ length: points.length + 1 }, (_, cut) => cut);
  const tails = cuts.map((cut) => wordsOf(cut, points.length));
  const heads = cuts.map((cut) => wordsOf(0, cut));
  const found = all.map((word, place): [number, number] => {
    const start = cuts.findLast((cut) => tails[cut]!.at(place - all.length) === word)!;
    let end = heads.findIndex((head) => head[place] === word);
    const takesMarks = wordsIn(`${points.slice(0, end).join('')}\u3099`)[place] !== word;
    while (takesMarks && /^\p{M}$/u.test(points[end] ?? '')) end += 1;
    return [start, end];
  });
  places.set(title, found);
  return found;
}

/** What an item with this title returns for `matched=true`. */
export function bruteForceMatched(title: string, query: PlainQuery): PlainMatch[] {
  const words = wordsIn(title);
  const asked: { parameter: string; text: string; words: readonly string[]; group?: number }[] = [
    ...terms(query.q ?? '', false, true)
      .filter(({ minus }) => !minus)
      .map((term) => ({ ...term, parameter: 'q' })),
    ...(['all', 'any'] as const).flatMap((parameter) =>
      terms(query[parameter] ?? '', true, false).map((term) => ({ ...term, parameter })),
    ),
    { parameter: 'exact', text: query.exact ?? '', words: wordsIn(query.exact ?? '') },
    ...(query.searchGroups?.groups ?? []).flatMap((each, group) =>
      each.terms.map((text) => ({ parameter: 'searchGroups', text, words: wordsIn(text), group })),
    ),
  ];
  const found = new Map<string, PlainMatch>();
  for (const { parameter, text, words: term, group } of asked)
    for (let at = 0; term.length > 0 && at + term.length <= words.length; at++) {
      if (!term.every((word, offset) => words[at + offset] === word)) continue;
      const [start] = placesIn(title)[at]!;
      const [, end] = placesIn(title)[at + term.length - 1]!;
      const match = { parameter, term: text, start, end, ...(group !== undefined && { group }) };
      found.set(JSON.stringify(match), match);
    }
  return [...found.values()].sort(
    (one, other) =>
      one.start - other.start ||
      one.end - other.end ||
      (one.parameter < other.parameter ? -1 : Number(one.parameter > other.parameter)) ||
      (one.group ?? 0) - (other.group ?? 0),
  );
}
