import { normalizedKey, words } from '@heliograph/words';
import { LABEL_PREFIXES, type HiringKind } from '../labels';
import { dayOf } from '../query/days';
import { JsonScanner } from './json-scanner';
import { Uint32List } from './shared-arrays';
import type { TermTable } from './term-table';

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text);
const NO_PREFIX = bytesOf('');

const KEYS = [
  'title',
  'activityDate',
  'category',
  'country',
  'city',
  'industries',
  'company',
  'hiring',
  'funding',
] as const;
const COMPANY_KEYS = ['slug', 'name'] as const;
const HIRING_KEYS = Object.keys(LABEL_PREFIXES.hiring) as HiringKind[];
const FUNDING_KEYS = ['stage', 'amount', 'currency'] as const;
const [ITEM, COMPANY, HIRING, FUNDING] = [KEYS, COMPANY_KEYS, HIRING_KEYS, FUNDING_KEYS].map((keys) =>
  keys.map(bytesOf),
) as [Uint8Array[], Uint8Array[], Uint8Array[], Uint8Array[]];

const prefixes = {
  category: bytesOf(LABEL_PREFIXES.category),
  country: bytesOf(LABEL_PREFIXES.country),
  countryKey: bytesOf(LABEL_PREFIXES.countryKey),
  city: bytesOf(LABEL_PREFIXES.city),
  cityKey: bytesOf(LABEL_PREFIXES.cityKey),
  industry: bytesOf(LABEL_PREFIXES.industry),
  hiring: HIRING_KEYS.map((kind) => bytesOf(LABEL_PREFIXES.hiring[kind])),
  stage: bytesOf(LABEL_PREFIXES.fundingStage),
  currency: bytesOf(LABEL_PREFIXES.fundingCurrency),
};

/** What an item says of a signal, its words and labels as numbers. Of one item: reading another changes it. */
interface ReadItem {
  title: Uint32List;
  labels: Uint32List;
  /** Days since 1970-01-01. */
  day: number;
  amount: number | undefined;
  slug: string;
  companyName: string;
}

/**
 * Reads items' JSON without making objects or, for most of it, strings: a corpus is read whole at every start.
 */
export class ItemReader {
  private readonly item: ReadItem = {
    title: new Uint32List(),
    labels: new Uint32List(),
    day: 0,
    amount: undefined,
    slug: '',
    companyName: '',
  };
  private scanner = new JsonScanner(NO_PREFIX);
  private source: Uint8Array = NO_PREFIX;

  constructor(private readonly terms: TermTable) {}

  /** @param wantsCompany whether its slug and name are read. */
  read(document: Uint8Array, wantsCompany: boolean): ReadItem {
    const { item } = this;
    this.source = document;
    const scanner = (this.scanner = new JsonScanner(document));
    item.title.length = 0;
    item.labels.length = 0;
    item.amount = undefined;
    scanner.members(ITEM, (key) => this.member(KEYS[key], wantsCompany));
    return item;
  }

  private member(key: (typeof KEYS)[number] | undefined, wantsCompany: boolean): void {
    const { scanner, item } = this;
    switch (key) {
      case 'title':
        if (scanner.readString()) this.words(item.title);
        break;
      case 'activityDate':
        if (scanner.readString()) item.day = dayOf(scanner.text());
        break;
      case 'category':
        this.label(prefixes.category);
        break;
      case 'country':
        if (!scanner.readString()) break;
        this.pushLabel(prefixes.country);
        this.pushKey(prefixes.countryKey);
        break;
      case 'city':
        if (!scanner.readString()) break;
        this.pushLabel(prefixes.city);
        this.pushKey(prefixes.cityKey);
        break;
      case 'industries':
        scanner.elements(() => this.label(prefixes.industry));
        break;
      case 'company':
        if (wantsCompany) scanner.members(COMPANY, (part) => this.company(COMPANY_KEYS[part]));
        else scanner.skip();
        break;
      case 'hiring':
        scanner.members(HIRING, (kind) =>
          kind < 0 ? scanner.skip() : scanner.elements(() => this.label(prefixes.hiring[kind]!)),
        );
        break;
      case 'funding':
        scanner.members(FUNDING, (part) => this.funding(FUNDING_KEYS[part]));
        break;
      default:
        scanner.skip();
    }
  }

  private company(part: (typeof COMPANY_KEYS)[number] | undefined): void {
    const { scanner, item } = this;
    if (part === undefined) scanner.skip();
    else if (!scanner.readString()) return;
    else if (part === 'slug') item.slug = scanner.text();
    else item.companyName = scanner.text();
  }

  private funding(part: (typeof FUNDING_KEYS)[number] | undefined): void {
    if (part === undefined) this.scanner.skip();
    else if (part === 'amount') this.item.amount = this.scanner.readNumber();
    else this.label(part === 'stage' ? prefixes.stage : prefixes.currency);
  }

  private label(prefix: Uint8Array): void {
    if (this.scanner.readString()) this.pushLabel(prefix);
  }

  private pushLabel(prefix: Uint8Array): void {
    const { from, to, isLiteral } = this.scanner.string;
    this.item.labels.push(
      isLiteral
        ? this.terms.numberOfBytes(prefix, this.source, from, to)
        : this.terms.numberOf(prefix, this.scanner.text()),
    );
  }

  /** What is compared after normalizing. */
  private pushKey(prefix: Uint8Array): void {
    const { from, to, isLiteral, isAscii } = this.scanner.string;
    // Of ASCII, normalizing leaves lower case, and no space around.
    const isSimple = isLiteral && isAscii && this.source[from]! > SPACE && this.source[to - 1]! > SPACE;
    this.item.labels.push(
      isSimple
        ? this.terms.numberOfLowerCase(prefix, this.source, from, to)
        : this.terms.numberOf(prefix, normalizedKey(this.scanner.text())),
    );
  }

  private words(into: Uint32List): void {
    const { scanner, source, terms } = this;
    const { from, to, isLiteral, isAscii } = scanner.string;
    if (!isLiteral || !isAscii) {
      for (const word of words(scanner.text())) into.push(terms.numberOf(NO_PREFIX, word));
      return;
    }
    let begin = from;
    for (let at = from; at <= to; at++) {
      if (at < to && IS_WORD[source[at]!] === 1) continue;
      if (at > begin) into.push(terms.numberOfLowerCase(NO_PREFIX, source, begin, at));
      begin = at + 1;
    }
  }
}

const SPACE = 0x20;
/** ASCII letters and digits. */
const IS_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
