import { sizeOf } from '@heliograph/catalog';
import { normalizedKey, words } from '@heliograph/words';
import { sizeLabel } from '../labels';
import { byCodePoint } from './code-points';
import { buildCompanySlots } from './company-slots';
import type { DictionaryData } from './dictionary';
import { DocumentsBuilder } from './documents';
import { buildIdTable } from './id-table';
import { ItemReader } from './item-reader';
import { readLabels } from './label-tables';
import { buildNameTable } from './name-table';
import { newestFirst } from './newest-first';
import { packTexts } from './packed-texts';
import { invert } from './postings';
import type { CompanyTable, Segment } from './segment';
import { sharedCopy, sharedFloat64, sharedInt32, sharedUint32, Uint32List } from './shared-arrays';
import type { CatalogSignal } from './signal';
import { parseSignalId } from './signal-id';
import { TermTable } from './term-table';

/** Lists of numbers, one after another. */
class Lists {
  private readonly ends = new Uint32List();
  private readonly items = new Uint32List();

  add(list: Uint32Array): void {
    for (let index = 0; index < list.length; index++) this.items.push(list[index]!);
    this.ends.push(this.items.length);
  }

  /** The lists in another order. */
  inOrder(order: Uint32Array): { starts: Uint32Array; terms: Uint32Array } {
    const [ends, items] = [this.ends.view(), this.items.view()];
    const starts = sharedUint32(order.length + 1);
    const terms = sharedUint32(items.length);
    let length = 0;
    for (const [place, index] of order.entries()) {
      for (let item = index === 0 ? 0 : ends[index - 1]!; item < ends[index]!; item++)
        terms[length++] = items[item]!;
      starts[place + 1] = length;
    }
    return { starts, terms };
  }
}

const NO_PREFIX = new Uint8Array(0);

/** A signal whose words and labels are numbers of the builder's terms already. */
interface EncodedSignal {
  high: number;
  low: number;
  day: number;
  ordinal: number;
  companyId: number;
  publishedAtMs: number;
  amount?: number;
  title: Uint32Array;
  labels: Uint32Array;
  document: Uint8Array;
}

/** Makes one segment of signals, in whatever order they come. Each id once. */
export class SegmentBuilder {
  private readonly terms = new TermTable();
  private readonly reader = new ItemReader(this.terms);
  private readonly highs = new Uint32List();
  private readonly lows = new Uint32List();
  private readonly days: number[] = [];
  private readonly ordinals = new Uint32List();
  private readonly companyIds = new Uint32List();
  private readonly publishedAt: number[] = [];
  private readonly titles = new Lists();
  private readonly labels = new Lists();
  private readonly amounts = new Map<number, number>();
  private readonly documents = new DocumentsBuilder();
  /** Companies by the catalog's number, in the order of their first signals. */
  private readonly companies = new Map<number, number>();
  private readonly names = new Lists();
  private readonly slugs: string[] = [];
  private readonly nameKeys: string[] = [];

  get rows(): number {
    return this.lows.length;
  }

  add({ id, ordinal, companyId, employeeCount, publishedAtMs, document }: CatalogSignal): void {
    const isNewCompany = !this.hasCompany(companyId);
    const item = this.reader.read(document, isNewCompany);
    const size = sizeOf(employeeCount);
    if (size) item.labels.push(this.termOf(sizeLabel(size)));
    const { high, low } = parseSignalId(id)!;
    const [title, labels, { day, amount }] = [item.title.view(), item.labels.view(), item];
    this.addEncoded({ high, low, day, ordinal, companyId, publishedAtMs, amount, title, labels, document });
    if (!isNewCompany) return;
    const name = words(item.companyName).map((word) => this.termOf(word));
    this.addCompany(companyId, Uint32Array.from(name), item.slug, item.companyName);
  }

  /** Adds a signal. Its company must be added, before or afterwards. */
  addEncoded(signal: EncodedSignal): void {
    if (signal.amount !== undefined) this.amounts.set(this.rows, signal.amount);
    this.highs.push(signal.high);
    this.lows.push(signal.low);
    this.days.push(signal.day);
    this.ordinals.push(signal.ordinal);
    this.companyIds.push(signal.companyId);
    this.publishedAt.push(signal.publishedAtMs);
    this.titles.add(signal.title);
    this.labels.add(signal.labels);
    this.documents.add(signal.document);
  }

  hasCompany(id: number): boolean {
    return this.companies.has(id);
  }

  /** Adds a company, once. */
  addCompany(id: number, nameWords: Uint32Array, slug: string, name: string): void {
    this.companies.set(id, this.companies.size);
    this.names.add(nameWords);
    this.slugs.push(slug);
    this.nameKeys.push(normalizedKey(name));
  }

  /** The number of a word or label. */
  termOf(key: string): number {
    return this.terms.numberOf(NO_PREFIX, key);
  }

  /** The segment. Nothing may be added afterwards. */
  finish(): Segment {
    const { rows } = this;
    const unordered = { days: Int32Array.from(this.days), high: this.highs.view(), low: this.lows.view() };
    const order = newestFirst(unordered);
    const inOrder = <Numbers extends { [index: number]: number }>(
      target: Numbers,
      source: ArrayLike<number>,
    ): Numbers => {
      for (let row = 0; row < rows; row++) target[row] = source[order[row]!]!;
      return target;
    };
    const ids = {
      high: inOrder(sharedUint32(rows), unordered.high),
      low: inOrder(sharedUint32(rows), unordered.low),
    };
    const labelTablesOf = readLabels(this.terms);
    const terms = this.terms.pack();
    const titles = this.titles.inOrder(order);
    const labels = this.labels.inOrder(order);
    const documents = this.documents.finish();
    return {
      rows,
      ids,
      idTable: buildIdTable(ids),
      days: inOrder(sharedInt32(rows), unordered.days),
      ordinals: inOrder(sharedUint32(rows), this.ordinals.view()),
      companies: inOrder(sharedUint32(rows), this.companyIds.view()),
      companyLimit: this.companyIds.view().reduce((most, id) => Math.max(most, id), 0) + 1,
      publishedAt: inOrder(sharedFloat64(rows), this.publishedAt),
      terms,
      titles: { starts: titles.starts, words: titles.terms },
      postings: invert([titles, labels], rows, this.terms.size),
      amounts: this.finishAmounts(order),
      companyTable: this.finishCompanies(order, terms),
      labelTables: labelTablesOf(terms),
      documents: {
        blocks: documents.blocks,
        starts: inOrder(sharedUint32(rows), documents.starts),
        lengths: inOrder(sharedUint32(rows), documents.lengths),
      },
    };
  }

  private finishAmounts(order: Uint32Array): Segment['amounts'] {
    const rows = sharedUint32(this.amounts.size);
    const values = sharedFloat64(this.amounts.size);
    let length = 0;
    for (const [row, index] of order.entries()) {
      const amount = this.amounts.get(index);
      if (amount === undefined) continue;
      rows[length] = row;
      values[length++] = amount;
    }
    return { rows, values };
  }

  private finishCompanies(order: Uint32Array, terms: DictionaryData): CompanyTable {
    const bySlug = Uint32Array.from(this.slugs.keys()).sort((a, b) =>
      byCodePoint(this.slugs[a]!, this.slugs[b]!),
    );
    const inOrder = <Value>(values: readonly Value[]) => Array.from(bySlug, (index) => values[index]!);
    const ids = inOrder([...this.companies.keys()]);
    const companyOf = new Map(ids.map((id, company) => [id, company]));
    const companyIds = this.companyIds.view();
    const companyOfRow = new Uint32Array(order.length);
    for (const [row, index] of order.entries()) companyOfRow[row] = companyOf.get(companyIds[index]!)!;
    const slugs = inOrder(this.slugs);
    return {
      ids: sharedCopy(ids, ids.length),
      rows: invert(
        [{ starts: Uint32Array.from({ length: order.length + 1 }, (_, row) => row), terms: companyOfRow }],
        order.length,
        ids.length,
      ),
      names: buildNameTable(this.names.inOrder(bySlug), terms),
      slugs: buildCompanySlots(slugs),
      nameKeys: buildCompanySlots(inOrder(this.nameKeys)),
      slugTexts: packTexts(slugs),
    };
  }
}
