import { normalizedKey } from '@heliograph/words';
import type { Slices } from '../evaluate/scan';
import type { Condition } from '../query/condition';
import { companyOf } from '../segment/company-of';
import { keysOf } from '../segment/dictionary';
import { termsOfName } from '../segment/name-table';
import { textOf } from '../segment/packed-texts';
import { listOf } from '../segment/postings';
import { hasTerm, rowsOf } from '../segment/row-sets';
import type { Segment } from '../segment/segment';
import { formatSignalId } from '../segment/signal-id';
import { idKey, nameWordKey, slugKey } from './candidate-keys';

/** Keys read before yielding. */
const KEYS_AT_ONCE = 1_000;

/**
 * A small segment, opened once to match many queries: its words are in a map, and a condition is checked on one row.
 * Otherwise each query would first have to build a matcher.
 */
export class OpenedSegment {
  private readonly numbers = new Map<string, number>();
  private readonly companyOfRow: Uint32Array;
  private readonly slugs: string[];
  private readonly nameKeys: (string | undefined)[] = [];
  private readonly names: (Uint32Array | undefined)[] = [];

  private constructor(readonly segment: Segment) {
    const { ids, rows, slugTexts } = segment.companyTable;
    this.companyOfRow = new Uint32Array(segment.rows);
    for (let company = 0; company < ids.length; company++) {
      for (const row of listOf(rows, company)) this.companyOfRow[row] = company;
    }
    this.slugs = Array.from(ids, (_, company) => textOf(slugTexts, company));
  }

  /** Yields while it reads. */
  static *open(segment: Segment): Slices<OpenedSegment> {
    const opened = new OpenedSegment(segment);
    for (const key of keysOf(segment.terms)) {
      if (opened.numbers.set(key, opened.numbers.size).size % KEYS_AT_ONCE === 0) yield;
    }
    return opened;
  }

  /** All keys of the signals, each with its rows; a key may be yielded repeatedly. */
  *keys(): Generator<[key: string, rows: Uint32Array]> {
    const { rowSets, companyTable, ids, rows } = this.segment;
    for (const [key, number] of this.numbers) {
      // The dictionary also contains words of names, which no signal needs to have.
      if (rowSets.offsets[number] !== rowSets.offsets[number + 1]) yield [key, rowsOf(rowSets, number)];
    }
    const names = [...this.numbers.keys()];
    for (const [company, slug] of this.slugs.entries()) {
      const own = listOf(companyTable.rows, company);
      yield [slugKey(slug), own];
      for (const number of new Set(this.nameOf(company))) yield [nameWordKey(names[number]!), own];
    }
    for (let row = 0; row < rows; row++) {
      yield [idKey(formatSignalId(ids.high[row]!, ids.low[row]!)), Uint32Array.of(row)];
    }
  }

  /** Whether a row matches. */
  matches(condition: Condition, row: number): boolean {
    switch (condition.kind) {
      case 'all':
        return true;
      case 'none':
        return false;
      case 'term': {
        const number = this.numbers.get(condition.term);
        return number !== undefined && hasTerm(this.segment.rowSets, row, number);
      }
      case 'phrase': {
        const { starts, words } = this.segment.titles;
        return this.hasPhrase(condition.words, words, starts[row]!, starts[row + 1]!);
      }
      case 'company': {
        const company = this.companyOfRow[row]!;
        return condition.key === (condition.by === 'slug' ? this.slugs[company] : this.nameKeyOf(company));
      }
      case 'name': {
        const name = this.nameOf(this.companyOfRow[row]!);
        return this.hasPhrase(condition.words, name, 0, name.length);
      }
      case 'days': {
        const day = this.segment.days[row]!;
        return condition.days.some(({ from, to }) => from <= day && day <= to);
      }
      case 'amount': {
        const { rows, values } = this.segment.amounts;
        const value = values[rows.indexOf(row)];
        return value !== undefined && condition.minimum <= value && value <= condition.maximum;
      }
      case 'ids': {
        const { high, low } = this.segment.ids;
        return condition.ids.some((id) => id.high === high[row] && id.low === low[row]);
      }
      case 'and':
        return condition.of.every((each) => this.matches(each, row));
      case 'or':
        return condition.of.some((each) => this.matches(each, row));
      case 'not':
        return !this.matches(condition.of, row);
    }
  }

  /** Whether the words are adjacent and in order in `among`, from `from` to `to`. */
  private hasPhrase(words: readonly string[], among: Uint32Array, from: number, to: number): boolean {
    const first = this.numbers.get(words[0]!);
    if (first === undefined) return false;
    for (let place = from; place <= to - words.length; place++) {
      if (among[place] !== first) continue;
      let length = 1;
      while (length < words.length && among[place + length] === this.numbers.get(words[length]!)) length += 1;
      if (length === words.length) return true;
    }
    return false;
  }

  private nameOf(company: number): Uint32Array {
    return (this.names[company] ??= termsOfName(this.segment.companyTable.names, company));
  }

  private nameKeyOf(company: number): string {
    return (this.nameKeys[company] ??= normalizedKey(companyOf(this.segment, company).name));
  }
}
