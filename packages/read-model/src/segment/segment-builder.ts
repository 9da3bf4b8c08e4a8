import { sizeOf, type Size } from '@heliograph/catalog';
import { sizeLabel } from '../labels';
import { CompanyList, type EncodedCompany } from './company-list';
import { DocumentsBuilder } from './documents';
import { buildIdTable } from './id-table';
import { ItemReader } from './item-reader';
import { readLabels } from './label-tables';
import { Lists } from './lists';
import { newestFirst } from './newest-first';
import { invertRows } from './row-sets';
import type { Segment } from './segment';
import { inOrder, sharedFloat64, sharedInt32, sharedUint32, Uint32List } from './shared-arrays';
import type { CatalogSignal } from './signal';
import type { SegmentPart } from './segment-part';
import { parseSignalId } from './signal-id';
import { NO_PREFIX, TermTable } from './term-table';

/** A signal without its words and labels. */
interface EncodedRow {
  high: number;
  low: number;
  day: number;
  ordinal: number;
  companyId: number;
  publishedAtMs: number;
  amount?: number | undefined;
  document: Uint8Array;
}

/** A signal with words and labels as the builder's term numbers. */
interface EncodedSignal extends EncodedRow {
  title: Uint32Array;
  labels: Uint32Array;
}

/** Builds one segment from signals added in any order, each id once. */
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
  private readonly companies = new CompanyList();
  /** The numbers of the size labels. */
  private readonly sizes = new Map<Size, number>();

  get rows(): number {
    return this.lows.length;
  }

  add({ id, ordinal, companyId, employeeCount, publishedAtMs, document }: CatalogSignal): void {
    const isNewCompany = !this.companies.has(companyId);
    const { title, labels, day, amount, company } = this.reader.read(document, isNewCompany);
    const size = sizeOf(employeeCount);
    if (size) labels.push(this.sizes.get(size) ?? this.noteSize(size));
    this.titles.addList(title);
    this.labels.addList(labels);
    const { high, low } = parseSignalId(id)!;
    this.addRow({ high, low, day, ordinal, companyId, publishedAtMs, amount, document });
    if (isNewCompany) this.companies.add({ id: companyId, ...company, nameWords: company.nameWords.view() });
  }

  /** Adds a signal. Its company must be added as well, before or afterwards. */
  addEncoded(signal: EncodedSignal): void {
    this.titles.add(signal.title);
    this.labels.add(signal.labels);
    this.addRow(signal);
  }

  hasCompany(id: number): boolean {
    return this.companies.has(id);
  }

  /** Adds a company, once. */
  addCompany(company: EncodedCompany): void {
    this.companies.add(company);
  }

  /** Adds another builder's part. No signal may be in both. */
  addPart(part: SegmentPart): void {
    const numberOf = this.terms.addAll(part.terms);
    const before = this.rows;
    for (let index = 0; index < part.amounts.indexes.length; index++) {
      this.amounts.set(before + part.amounts.indexes[index]!, part.amounts.values[index]!);
    }
    for (let index = 0; index < part.highs.length; index++) {
      this.days.push(part.days[index]!);
      this.publishedAt.push(part.publishedAt[index]!);
    }
    this.highs.append(part.highs, part.highs.length);
    this.lows.append(part.lows, part.lows.length);
    this.ordinals.append(part.ordinals, part.ordinals.length);
    this.companyIds.append(part.companyIds, part.companyIds.length);
    this.titles.addAll(part.titles, numberOf);
    this.labels.addAll(part.labels, numberOf);
    this.companies.addAll(part.companies, numberOf);
    this.documents.addAll(part.documents);
  }

  /** Everything added, for another builder. Nothing may be added afterwards. */
  part(): SegmentPart {
    return {
      terms: this.terms.view(),
      highs: this.highs.view(),
      lows: this.lows.view(),
      days: Int32Array.from(this.days),
      ordinals: this.ordinals.view(),
      companyIds: this.companyIds.view(),
      publishedAt: Float64Array.from(this.publishedAt),
      titles: this.titles.gathered(),
      labels: this.labels.gathered(),
      amounts: {
        indexes: Uint32Array.from(this.amounts.keys()),
        values: Float64Array.from(this.amounts.values()),
      },
      documents: this.documents.finish(),
      companies: this.companies.gathered(),
    };
  }

  /** The number of a word or label. */
  termOf(key: string): number {
    return this.terms.numberOf(NO_PREFIX, key);
  }

  private noteSize(size: Size): number {
    const label = this.termOf(sizeLabel(size));
    this.sizes.set(size, label);
    return label;
  }

  /** Builds the segment. Nothing may be added afterwards. */
  finish(): Segment {
    const { rows } = this;
    const unordered = { days: Int32Array.from(this.days), high: this.highs.view(), low: this.lows.view() };
    const order = newestFirst(unordered);
    const ordered = (numbers: Uint32Array) => inOrder(numbers, order, sharedUint32(rows));
    const ids = { high: ordered(unordered.high), low: ordered(unordered.low) };
    const companies = ordered(this.companyIds.view());
    const labelTablesOf = readLabels(this.terms);
    const terms = this.terms.pack();
    const titles = this.titles.inOrder(order);
    const labels = this.labels.inOrder(order);
    const documents = this.documents.finish();
    return {
      rows,
      ids,
      idTable: buildIdTable(ids),
      days: inOrder(unordered.days, order, sharedInt32(rows)),
      ordinals: ordered(this.ordinals.view()),
      companies,
      companyLimit: greatest(companies) + 1,
      publishedAt: inOrder(this.publishedAt, order, sharedFloat64(rows)),
      terms,
      titles: { starts: titles.starts, words: titles.terms },
      rowSets: invertRows([titles, labels], rows, this.terms.size),
      amounts: this.finishAmounts(order),
      companyTable: this.companies.finish(companies, terms),
      labelTables: labelTablesOf(terms),
      documents: {
        blocks: documents.blocks,
        starts: ordered(documents.starts),
        lengths: ordered(documents.lengths),
      },
    };
  }

  private addRow(row: EncodedRow): void {
    if (row.amount !== undefined) this.amounts.set(this.rows, row.amount);
    this.highs.push(row.high);
    this.lows.push(row.low);
    this.days.push(row.day);
    this.ordinals.push(row.ordinal);
    this.companyIds.push(row.companyId);
    this.publishedAt.push(row.publishedAtMs);
    this.documents.add(row.document);
  }

  private finishAmounts(order: Uint32Array): Segment['amounts'] {
    const rows = sharedUint32(this.amounts.size);
    const values = sharedFloat64(this.amounts.size);
    let length = 0;
    for (let row = 0; row < order.length; row++) {
      const amount = this.amounts.get(order[row]!);
      if (amount === undefined) continue;
      rows[length] = row;
      values[length++] = amount;
    }
    return { rows, values };
  }
}

function greatest(numbers: Uint32Array): number {
  let most = 0;
  for (let index = 0; index < numbers.length; index++) most = Math.max(most, numbers[index]!);
  return most;
}
