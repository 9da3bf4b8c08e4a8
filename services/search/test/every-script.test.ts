import { search } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient, type RpcService } from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createSearchService } from '../src/service';
import { importSignals } from './support/corpus';

interface Case {
  script: string;
  title: string;
  company: string;
  city: string;
  /** Other forms of name and city that are equal after normalization. */
  same: { company: string; city: string };
}

const unspaced: Case[] = [
  {
    script: 'simplified Chinese',
    title: '比亚迪完成新能源汽车业务A轮融资，投资方为AI企业',
    company: '比亚迪股份（深圳）',
    city: '深圳',
    same: { company: '比亚迪股份(深圳)', city: ' 深圳\u3000' },
  },
  {
    script: 'traditional Chinese',
    title: '𠮷野家宣布在台北開設５０家新門市',
    company: '𠮷野家控股',
    city: '臺北',
    same: { company: ' 𠮷野家控股', city: '臺北\uFE00' },
  },
  {
    script: 'Japanese',
    title: '東京ガス、データ基盤のスタートアップを買収し人々を支援',
    company: '㈱東京ガス',
    city: 'パリ',
    same: { company: '(株)東京ｶﾞｽ', city: 'ハ\u309Aリ' },
  },
  {
    script: 'Japanese, written apart',
    title: 'ロボット開発のベンチャーが資金調達を発表'.normalize('NFD'),
    company: 'がんばるロボ',
    city: 'つくば',
    same: { company: 'がんばるロボ'.normalize('NFD'), city: 'つくば'.normalize('NFD') },
  },
  {
    script: 'Korean',
    title: '카카오, 인공지능 스타트업에 100억원을 투자한다',
    company: '카카오 벤처스',
    city: '서울',
    same: { company: '카카오 벤처스'.normalize('NFD'), city: '서울'.normalize('NFD') },
  },
  {
    script: 'Thai',
    title: 'บริษัทสตาร์ทอัพได้รับเงินลงทุนรอบใหม่',
    company: 'บริษัทปูนใหญ่',
    city: 'กรุงเทพฯ',
    same: { company: ' บริษัทปูนใหญ่', city: 'กรุงเทพฯ ' },
  },
  {
    script: 'Lao',
    title: 'ບໍລິສັດເປີດສາຂາໃໝ່',
    company: 'ທະນາຄານລາວ',
    city: 'ວຽງຈັນ',
    same: { company: 'ທະນາຄານລາວ ', city: ' ວຽງຈັນ' },
  },
  {
    script: 'Khmer',
    title: 'ក្រុមហ៊ុនបើកសាខាថ្មី',
    company: 'ធនាគារកាណាឌីយ៉ា',
    city: 'ភ្នំពេញ',
    same: { company: ' ធនាគារកាណាឌីយ៉ា', city: 'ភ្នំពេញ ' },
  },
  {
    script: 'Burmese',
    title: 'ကုမ္ပဏီသစ်ရုံးခွဲဖွင့်',
    company: 'ရန်ကုန်ဘဏ်',
    city: 'ရန်ကုန်',
    same: { company: ' ရန်ကုန်ဘဏ်', city: 'ရန်ကုန် ' },
  },
  {
    script: 'Tibetan',
    title: 'བོད་ལྗོངས་ཚོང་ལས་གསར་པ',
    company: 'བོད་ཀྱི་ཚོང',
    city: 'ལྷ་ས',
    same: { company: ' བོད་ཀྱི་ཚོང', city: 'ལྷ་ས ' },
  },
];

const spaced: Case[] = [
  {
    script: 'Latin with accents',
    title: 'Société Générale ouvre un café près de Łódź',
    company: 'Société Générale',
    city: 'Orléans',
    same: { company: 'SOCIETE GENERALE', city: 'orle\u0301ans' },
  },
  {
    script: 'Arabic with points',
    title: 'أَعْلَنَتْ شَرِكَةُ مُحَمَّدٍ عن جولة تمويل',
    company: 'شَرِكَةُ مُحَمَّد',
    city: 'القاهِرة',
    same: { company: 'شركة محمد', city: 'القاهرة' },
  },
  {
    script: 'Hebrew with points',
    title: 'חֶבְרַת שָׁלוֹם מגייסת הון',
    company: 'שָׁלוֹם טכנולוגיות',
    city: 'חֵיפָה',
    same: { company: 'שלום טכנולוגיות', city: 'חיפה' },
  },
  {
    script: 'Devanagari',
    title: 'भारतीय कंपनी ने हिन्दी सेवा शुरू की',
    company: 'हिन्दी समाचार',
    city: 'दिल्ली',
    same: { company: ' हिन्दी समाचार', city: 'दिल्ली ' },
  },
  {
    script: 'Cyrillic',
    title: 'Яндекс нанимает инженеров в новый офис',
    company: 'Яндекс Такси',
    city: 'Москва',
    same: { company: 'ЯНДЕКС ТАКСИ', city: 'МОСКВА' },
  },
  {
    script: 'Greek',
    title: 'ΝΕΟΣ:γύρος χρηματοδότησης για την Όδος',
    company: 'Ελληνικός Όμιλος',
    city: 'Αθήνα',
    same: { company: 'ΕΛΛΗΝΙΚΟΣ ΟΜΙΛΟΣ', city: 'ΑΘΗΝΑ' },
  },
];

const cases = [...unspaced, ...spaced];
const idOf = (one: Case) => String(1 + cases.indexOf(one));

let database: TestDatabase;
let service: RpcService;
let client: RpcClient<typeof search.SearchServiceService>;

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  database = await startTestDatabase();
  const catalog = database.connectionString('catalog');
  await importSignals(
    catalog,
    cases.map((one) => ({ slug: `company-${idOf(one)}`, name: one.company, city: one.city })),
    cases.map((one) => ({
      id: idOf(one),
      title: one.title,
      category: 'news',
      companySlug: `company-${idOf(one)}`,
      activityDate: '2026-11-01',
      publishedAt: '2026-01-01T00:00:00Z',
    })),
  );
  const address = freeAddress();
  service = createSearchService(
    loadConfig({
      RPC_ADDRESS: address,
      DATABASE_URL: database.connectionString('reader'),
      ...testCallerVariables,
    }),
    { logger },
  );
  await service.start();
  client = createRpcClient(search.SearchServiceService, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 10_000,
    multiplexed: true,
  });
});

afterAll(async () => {
  await client.close();
  await service.destroy();
  await database.stop();
});

type Filters = Parameters<typeof search.Filters.fromPartial>[0];

/** The ids that are found and counted. */
async function found(filters: Filters): Promise<string[]> {
  const call = { requestId: 'request', accountId: 'account' };
  const [page, { total }] = await Promise.all([
    client.search(search.SearchRequest.fromPartial({ filters, limit: 50 }), call),
    client.count(search.CountRequest.fromPartial({ filters }), call),
  ]);
  const ids = (JSON.parse(page.itemsJson.toString()) as { id: string }[]).map(({ id }) => id);
  expect(Number(total)).toBe(ids.length);
  return ids;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Any two to four adjacent letters, as a reader sees letters: with all of their marks. */
function piecesOf(text: string): string[] {
  const letters: string[] = [];
  for (const { segment } of graphemes.segment(text))
    if (/^\p{M}/u.test(segment)) letters.push(letters.pop() + segment);
    else letters.push(segment);
  const pieces: string[] = [];
  for (let start = 0; start < letters.length; start++)
    for (let length = 2; length <= 4; length++) {
      const piece = letters.slice(start, start + length);
      if (piece.length === length && piece.every((letter) => /^\p{L}/u.test(letter) && !/\w/.test(letter)))
        pieces.push(piece.join(''));
    }
  expect(pieces.length).toBeGreaterThan(0);
  return pieces;
}

const holding = (piece: string, text: (one: Case) => string) =>
  cases.filter((one) => text(one).normalize('NFKC').includes(piece.normalize('NFKC'))).map(idOf);

describe.each(unspaced)('$script', (one) => {
  it('is found by any two to four letters of a title', async () => {
    for (const piece of piecesOf(one.title)) {
      const ids = (await found({ q: piece })).sort();
      expect([piece, ids]).toEqual([piece, holding(piece, ({ title }) => title).sort()]);
    }
    const [piece = ''] = piecesOf(one.title);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect([form, await found({ exact: piece.normalize(form) })]).toEqual([form, [idOf(one)]]);
  });

  it('is found by any two to four letters of a company’s name', async () => {
    for (const piece of piecesOf(one.company))
      expect([piece, await found({ company: piece })]).toEqual([piece, expect.arrayContaining([idOf(one)])]);
  });

  it('is excluded and found in groups by letters', async () => {
    const [piece = ''] = piecesOf(one.title);
    expect(await found({ q: `-${piece}` })).not.toContain(idOf(one));
    for (const scope of [search.SearchGroups_Scope.ACTIVITY, search.SearchGroups_Scope.COMPANY]) {
      const group = {
        scope,
        match: search.SearchGroups_Operator.AND,
        terms: piecesOf(one.title).slice(0, 30),
      };
      const ids = await found({ searchGroups: { op: search.SearchGroups_Operator.AND, groups: [group] } });
      expect(ids).toEqual([idOf(one)]);
    }
  });
});

describe.each(spaced)('$script', (one) => {
  const title = one.title.split(' ');

  it('is found by any word and by two adjacent ones, with and without accents and points', async () => {
    for (const [index, word] of title.entries()) {
      const bare = word.normalize('NFKD').replace(/[\u0300-\u0301\u0308\u064B-\u0654\u05B0-\u05C2]/gu, '');
      for (const form of [word, bare, word.toUpperCase(), word.normalize('NFD')])
        expect([form, await found({ q: form })]).toEqual([form, [idOf(one)]]);
      if (index > 0) expect(await found({ exact: `${title[index - 1]} ${word}` })).toEqual([idOf(one)]);
    }
  });

  it('is found only by whole words', async () => {
    const longest = title.reduce((one, other) => (other.length > one.length ? other : one));
    expect(await found({ q: [...longest].slice(0, 3).join('') })).toEqual([]);
  });

  it('is found by a word in a company’s name', async () => {
    expect(await found({ company: one.same.company.trim().split(' ')[0] })).toContain(idOf(one));
  });
});

describe.each(cases)('$script', (one) => {
  it('is found by the company’s full name and by its city, in other forms', async () => {
    for (const name of [one.company, one.same.company])
      expect([name, await found({ companies: [name] })]).toEqual([name, [idOf(one)]]);
    for (const value of [one.city, one.same.city]) {
      const location = { kind: search.Location_Kind.CITY, value };
      expect([value, await found({ locations: [location] })]).toEqual([value, [idOf(one)]]);
    }
  });
});

it('reads a sigma before a colon like one at the end of a word', async () => {
  const greek = idOf(cases.find(({ script }) => script === 'Greek')!);
  expect(await found({ q: 'νέος' })).toEqual([greek]);
  expect(await found({ q: '-νέος' })).not.toContain(greek);
});

it('distinguishes voiced kana', async () => {
  expect(await found({ q: 'カス' })).toEqual([]);
  expect(await found({ locations: [{ kind: search.Location_Kind.CITY, value: 'ハリ' }] })).toEqual([]);
});
