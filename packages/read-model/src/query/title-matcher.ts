import { MAXIMUM_MATCHES } from '@heliograph/contract';
import { locateWords } from '@heliograph/words';
import { positiveTerms, type PositiveTerm } from './positive-terms';
import type { SignalFilters } from './search-request';

/** Where a title contains a term (docs/published-interface.md, 3.9). */
interface TitleMatch {
  parameter: PositiveTerm['parameter'];
  term: string;
  /** Start, in Unicode code points of the title. */
  start: number;
  /** End, exclusive. */
  end: number;
  group?: number;
}

/** A node of the trie of terms: those that begin with the same words. */
interface TermNode {
  next: Map<string, TermNode>;
  /** Indexes of the terms that end here. */
  ending: number[];
}

/** A term and where it occurs, as in {@link TitleMatch}. */
interface Occurrence {
  /** The term's index. */
  place: number;
  start: number;
  end: number;
}

/** Finds a query's terms in titles. */
export class TitleMatcher {
  private readonly terms: readonly PositiveTerm[];
  private readonly root: TermNode = { next: new Map(), ending: [] };

  constructor(filters: SignalFilters) {
    this.terms = positiveTerms(filters);
    for (const [place, { words }] of this.terms.entries()) {
      let node = this.root;
      for (const word of words) {
        const next = node.next.get(word) ?? { next: new Map<string, TermNode>(), ending: [] };
        node.next.set(word, next);
        node = next;
      }
      node.ending.push(place);
    }
  }

  /**
   * Every occurrence of every term, including overlapping ones, by start, end, parameter, group, and as written: the
   * first {@link MAXIMUM_MATCHES}.
   */
  matchesOf(title: string): TitleMatch[] {
    if (this.terms.length === 0) return [];
    const words = locateWords(title);
    const found: Occurrence[] = [];
    for (let first = 0; first < words.length && found.length < MAXIMUM_MATCHES; first++) {
      let node = this.root.next.get(words[first]!.word);
      for (let last = first; node !== undefined; node = node.next.get(words[++last]?.word ?? '')) {
        const [{ start }, { end }] = [words[first]!, words[last]!];
        for (const place of node.ending) found.push({ place, start, end });
      }
    }
    return found
      .sort((one, other) => one.start - other.start || one.end - other.end || one.place - other.place)
      .filter((match, index, all) => !isSame(match, all[index - 1]))
      .slice(0, MAXIMUM_MATCHES)
      .map(({ place, start, end }) => {
        const { parameter, text, group } = this.terms[place]!;
        return { parameter, term: text, start, end, ...(group !== undefined && { group }) };
      });
  }
}

/** One character can expand to several words, as `㌂` does, and so contain a term twice at one place. */
const isSame = (one: Occurrence, other: Occurrence | undefined) =>
  one.place === other?.place && one.start === other.start && one.end === other.end;
