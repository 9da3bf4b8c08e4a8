import { buildCompanySlots } from './company-slots';
import { hashOf, type DictionaryData } from './dictionary';
import { Lists, type GatheredLists } from './lists';
import { buildNameTable } from './name-table';
import { packTexts, type PackedTexts } from './packed-texts';
import { invert } from './postings';
import type { CompanyTable } from './segment';
import { inOrder, sharedUint32, TextList, Uint32List, type GatheredTexts } from './shared-arrays';
import { textOrder } from './text-order';

/** A company with signals in a builder. */
export interface EncodedCompany {
  /** The catalog's company number. */
  id: number;
  /** The slug's bytes, in UTF-8. */
  slug: { bytes: Uint8Array; from: number; to: number };
  /** Numbers of the builder's terms. */
  nameWords: Uint32Array;
  /** See `hashOfName`. */
  nameHash: number;
}

/** Collected companies, by index. */
export interface GatheredCompanies {
  ids: Uint32Array;
  slugs: GatheredTexts;
  names: GatheredLists;
  nameHashes: Uint32Array;
}

/** Collects companies, each once. Keeps no strings: there may be half as many companies as signals. */
export class CompanyList {
  private readonly places = new Map<number, number>();
  private readonly ids = new Uint32List();
  private readonly slugs = new TextList();
  private readonly names = new Lists();
  private readonly nameHashes = new Uint32List();

  has(id: number): boolean {
    return this.places.has(id);
  }

  add({ id, slug: { bytes, from, to }, nameWords, nameHash }: EncodedCompany): void {
    this.places.set(id, this.ids.length);
    this.ids.push(id);
    this.slugs.add(bytes, from, to);
    this.names.add(nameWords);
    this.nameHashes.push(nameHash);
  }

  /** Adds another builder's companies that are new here. @param numberOf maps its term numbers to ours. */
  addAll({ ids, slugs, names, nameHashes }: GatheredCompanies, numberOf: Uint32Array): void {
    for (let place = 0; place < ids.length; place++) {
      const id = ids[place]!;
      if (this.has(id)) continue;
      const { bytes, ends } = slugs;
      const words = names.items.subarray(place === 0 ? 0 : names.ends[place - 1], names.ends[place]);
      this.add({
        id,
        slug: { bytes, from: place === 0 ? 0 : ends[place - 1]!, to: ends[place]! },
        nameWords: words.map((word) => numberOf[word]!),
        nameHash: nameHashes[place]!,
      });
    }
  }

  gathered(): GatheredCompanies {
    return {
      ids: this.ids.view(),
      slugs: this.slugs.view(),
      names: this.names.gathered(),
      nameHashes: this.nameHashes.view(),
    };
  }

  /** @param companyIds by row. */
  finish(companyIds: Uint32Array, terms: DictionaryData): CompanyTable {
    const slugs = this.slugs.view();
    const order = textOrder(slugs);
    const slugTexts = packTexts(slugs, order);
    return {
      ids: inOrder(this.ids.view(), order, sharedUint32(order.length)),
      rows: this.rowsOf(companyIds, order),
      names: buildNameTable(this.names.inOrder(order), terms),
      slugs: buildCompanySlots(hashesOf(slugTexts)),
      nameKeys: buildCompanySlots(inOrder(this.nameHashes.view(), order, new Uint32Array(order.length))),
      slugTexts,
    };
  }

  /** The rows of each company, in the order of their slugs. */
  private rowsOf(companyIds: Uint32Array, order: Uint32Array): CompanyTable['rows'] {
    const companyOfPlace = new Uint32Array(order.length);
    for (let company = 0; company < order.length; company++) companyOfPlace[order[company]!] = company;
    const companyOfRow = new Uint32Array(companyIds.length);
    const starts = new Uint32Array(companyIds.length + 1);
    for (let row = 0; row < companyIds.length; row++) {
      companyOfRow[row] = companyOfPlace[this.places.get(companyIds[row]!)!]!;
      starts[row + 1] = row + 1;
    }
    return invert([{ starts, terms: companyOfRow }], companyIds.length, order.length);
  }
}

function hashesOf({ starts, bytes }: PackedTexts): Uint32Array {
  const hashes = new Uint32Array(starts.length - 1);
  for (let text = 0; text < hashes.length; text++)
    hashes[text] = hashOf(bytes, starts[text]!, starts[text + 1]!);
  return hashes;
}
