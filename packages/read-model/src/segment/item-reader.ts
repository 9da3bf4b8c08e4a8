import { normalizedKey, words } from '@heliograph/words';
import { LABEL_PREFIXES, type HiringKind } from '../labels';
import { dayOf } from '../query/days';
import { hashOfName } from './company-slots';
import { hashOfLowerCase } from './dictionary';
import { JsonScanner } from './json-scanner';
import { Uint32List } from './shared-arrays';
import { NO_PREFIX, prefixOf, type Prefix, type TermTable } from './term-table';

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text);
const NOTHING = bytesOf('');

/** In the order in which items have them; irrelevant members are skipped. */
const KEYS = [
  'id',
  'title',
  'activityUrl',
  'activityDate',
  'publishedAt',
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
  category: prefixOf(LABEL_PREFIXES.category),
  country: prefixOf(LABEL_PREFIXES.country),
  countryKey: prefixOf(LABEL_PREFIXES.countryKey),
  city: prefixOf(LABEL_PREFIXES.city),
  cityKey: prefixOf(LABEL_PREFIXES.cityKey),
  industry: prefixOf(LABEL_PREFIXES.industry),
  hiring: HIRING_KEYS.map((kind) => prefixOf(LABEL_PREFIXES.hiring[kind])),
  stage: prefixOf(LABEL_PREFIXES.fundingStage),
  currency: prefixOf(LABEL_PREFIXES.fundingCurrency),
};

/** An item's data, with words and labels as numbers. Reading the next item overwrites it. */
interface ReadItem {
  title: Uint32List;
  labels: Uint32List;
  /** Days since 1970-01-01. */
  day: number;
  amount: number | undefined;
  /** Its company, if requested. */
  company: ReadCompany;
}

interface ReadCompany {
  /** The slug's bytes, in UTF-8. */
  slug: { bytes: Uint8Array; from: number; to: number };
  nameWords: Uint32List;
  /** See {@link hashOfName}. */
  nameHash: number;
}

/** Limit of cached days: more than a century and a half. */
const MAXIMUM_DAYS = 65_536;
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const [HYPHEN, DIGIT_0, DIGIT_9] = [0x2d, 0x30, 0x39];

/** Reads items' JSON without creating objects or (mostly) strings: every start reads the whole corpus. */
export class ItemReader {
  private readonly item: ReadItem = {
    title: new Uint32List(),
    labels: new Uint32List(),
    day: 0,
    amount: undefined,
    company: { slug: { bytes: NOTHING, from: 0, to: 0 }, nameWords: new Uint32List(), nameHash: 0 },
  };
  private readonly scanner = new JsonScanner(NOTHING);
  private source: Uint8Array = NOTHING;
  private wantsCompany = false;
  /** Days by the digits of their dates: a corpus has few distinct ones. */
  private readonly days = new Map<number, number>();

  constructor(private readonly terms: TermTable) {}

  /** @param wantsCompany whether to read the company's slug and name. */
  read(document: Uint8Array, wantsCompany: boolean): ReadItem {
    const { item, scanner } = this;
    this.source = document;
    scanner.read(document);
    item.title.length = 0;
    item.labels.length = 0;
    item.amount = undefined;
    this.wantsCompany = wantsCompany;
    scanner.members(ITEM, this.member);
    return item;
  }

  private readonly member = (key: number): void => {
    const { scanner, item } = this;
    switch (KEYS[key]) {
      case 'title':
        if (scanner.readString()) this.words(item.title);
        break;
      case 'activityDate':
        if (scanner.readString()) item.day = this.day();
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
        scanner.elements(this.industry);
        break;
      case 'company':
        if (this.wantsCompany) scanner.members(COMPANY, this.company);
        else scanner.skip();
        break;
      case 'hiring':
        scanner.members(HIRING, this.hiring);
        break;
      case 'funding':
        scanner.members(FUNDING, this.funding);
        break;
      default:
        scanner.skip();
    }
  };

  private readonly industry = (): void => this.label(prefixes.industry);

  private readonly hiring = (kind: number): void => {
    if (kind < 0) this.scanner.skip();
    else this.scanner.elements(() => this.label(prefixes.hiring[kind]!));
  };

  private readonly company = (part: number): void => {
    const { scanner, item } = this;
    if (part < 0) scanner.skip();
    else if (!scanner.readString()) return;
    else if (COMPANY_KEYS[part] === 'slug') this.slug();
    else {
      item.company.nameWords.length = 0;
      this.words(item.company.nameWords);
      item.company.nameHash = this.nameHash();
    }
  };

  private readonly funding = (part: number): void => {
    const key = FUNDING_KEYS[part];
    if (key === undefined) this.scanner.skip();
    else if (key === 'amount') this.item.amount = this.scanner.readNumber();
    else this.label(key === 'stage' ? prefixes.stage : prefixes.currency);
  };

  private slug(): void {
    const { slug } = this.item.company;
    const { from, to, isLiteral } = this.scanner.string;
    slug.bytes = isLiteral ? this.source : bytesOf(this.scanner.text());
    slug.from = isLiteral ? from : 0;
    slug.to = isLiteral ? to : slug.bytes.length;
  }

  private nameHash(): number {
    const { from, to } = this.scanner.string;
    return this.isSimple ? hashOfLowerCase(this.source, from, to) : hashOfName(this.scanner.text());
  }

  private day(): number {
    const digits = this.digitsOfDate();
    if (digits === undefined) return dayOf(this.scanner.text());
    let day = this.days.get(digits);
    if (day === undefined) {
      if (this.days.size === MAXIMUM_DAYS) this.days.clear();
      this.days.set(digits, (day = dayOf(this.scanner.text())));
    }
    return day;
  }

  /** The last string `YYYY-MM-DD` as the number `YYYYMMDD`; undefined if it is anything else. */
  private digitsOfDate(): number | undefined {
    const { from, to } = this.scanner.string;
    if (to - from !== DATE_LENGTH) return undefined;
    let digits = 0;
    for (let at = from; at < to; at++) {
      const byte = this.source[at]!;
      if (at === from + 4 || at === from + 7) {
        if (byte !== HYPHEN) return undefined;
        continue;
      }
      if (byte < DIGIT_0 || byte > DIGIT_9) return undefined;
      digits = digits * 10 + byte - DIGIT_0;
    }
    return digits;
  }

  /** Whether the last string needs no decoding, and normalizing would only change its case. */
  private get isSimple(): boolean {
    const { from, to, isLiteral, isAscii } = this.scanner.string;
    // For ASCII, normalizing lower-cases and trims.
    return isLiteral && isAscii && this.source[from]! > SPACE && this.source[to - 1]! > SPACE;
  }

  private label(prefix: Prefix): void {
    if (this.scanner.readString()) this.pushLabel(prefix);
  }

  private pushLabel(prefix: Prefix): void {
    const { from, to, isLiteral } = this.scanner.string;
    this.item.labels.push(
      isLiteral
        ? this.terms.numberOfBytes(prefix, this.source, from, to)
        : this.terms.numberOf(prefix, this.scanner.text()),
    );
  }

  /** Adds a label that is compared after normalizing. */
  private pushKey(prefix: Prefix): void {
    const { from, to } = this.scanner.string;
    this.item.labels.push(
      this.isSimple
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
/** Whether each ASCII code is a letter or digit. */
const IS_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
