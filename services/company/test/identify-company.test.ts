import { startBeforeAll } from '@heliograph/testing';
import { withoutLegalForm } from '@heliograph/words';
import { company } from '@heliograph/proto';
import fc from 'fast-check';
import { Client } from 'pg';
import { call, signalOf, silentLogger, startTestCompany } from './support/company';
import { migrateCatalog } from '@heliograph/catalog';

const { DOMAIN, PARENT_DOMAIN, NAME, NAME_WITHOUT_LEGAL_FORM } = company.IdentifiedCompany_MatchedBy;

const companies = [
  { slug: 'acme', name: 'Acme, Inc.', domain: 'acme.com', country: 'France', city: 'Paris' },
  { slug: 'acme-gmbh', name: 'ACME GmbH', domain: 'ACME.com' },
  { slug: 'acme-labs', name: 'Acme Labs', domain: 'labs.acme.com' },
  { slug: 'acme-plain', name: 'acme' },
  { slug: 'buecher', name: 'Bücher AG', domain: 'bücher.example' },
  { slug: 'toshiba', name: '株式会社東芝', domain: 'xn--wgv71a.jp' },
  { slug: 'neos', name: 'ΝΕΟΣ:ΔΙΑΣ' },
  { slug: 'nobody', name: 'Nobody' },
  { slug: 'odd', name: 'Odd', domain: 'not a domain' },
  { slug: 'none', name: '!!!' },
  ...Array.from({ length: 12 }, (_, index) => ({
    slug: `many-${index}`,
    name: 'Many',
    domain: 'many.example',
  })),
];
const SOON = '2199-01-01T00:00:00.000Z';
const signals = [
  signalOf('acme-gmbh', '1'),
  signalOf('acme-gmbh', '2'),
  signalOf('acme', '3'),
  signalOf('acme', '4', { publishedAt: SOON }),
  signalOf('acme', '5', { publishedAt: SOON }),
  signalOf('acme-labs', '6'),
  signalOf('many-11', '7'),
];

const running = startBeforeAll(startTestCompany);
beforeAll(() => running.importCorpus(companies, signals));

const by = async (asked: company.IdentifyCompanyRequest) => {
  const { companies: found } = await running.gateway.identifyCompany(asked, call);
  return found.map(({ slug, matchedBy }) => [slug, matchedBy]);
};

it("finds a host's companies, those with the most published signals first", async () => {
  expect(await by({ host: 'acme.com' })).toEqual([
    ['acme-gmbh', DOMAIN],
    ['acme', DOMAIN],
  ]);
  expect(await by({ host: 'labs.acme.com' })).toEqual([['acme-labs', DOMAIN]]);
});

it('treats all forms of sigma alike', async () => {
  expect(await by({ name: 'Νέος:Δίας' })).toEqual([['neos', NAME]]);
});

it('strips labels from the left until a company matches', async () => {
  expect(await by({ host: 'a.b.labs.acme.com' })).toEqual([['acme-labs', PARENT_DOMAIN]]);
  expect(await by({ host: 'www.acme.com' })).toEqual([
    ['acme-gmbh', PARENT_DOMAIN],
    ['acme', PARENT_DOMAIN],
  ]);
  expect(await by({ host: 'other.com' })).toEqual([]);
  expect(await by({ host: 'com' })).toEqual([]);
});

it('finds hosts in any script by their ASCII form', async () => {
  expect(await by({ host: 'xn--bcher-kva.example' })).toEqual([['buecher', DOMAIN]]);
  expect(await by({ host: 'xn--wgv71a.jp' })).toEqual([['toshiba', DOMAIN]]);
});

it('finds companies by exact name, and ignores legal forms only if none match', async () => {
  expect(await by({ name: ' ACME, inc. ' })).toEqual([['acme', NAME]]);
  expect(await by({ name: 'Acmé' })).toEqual([['acme-plain', NAME]]);
  expect(await by({ name: 'Acme S.A.' })).toEqual([
    ['acme-gmbh', NAME_WITHOUT_LEGAL_FORM],
    ['acme', NAME_WITHOUT_LEGAL_FORM],
    ['acme-plain', NAME_WITHOUT_LEGAL_FORM],
  ]);
  expect(await by({ name: '東芝' })).toEqual([['toshiba', NAME_WITHOUT_LEGAL_FORM]]);
  expect(await by({ name: 'Acme Labs Holding' })).toEqual([]);
  expect(await by({ name: '-' })).toEqual([]);
});

it('finds a company without signals', async () =>
  expect(await by({ name: 'nobody' })).toEqual([['nobody', NAME]]));

it('returns known fields and at most ten companies', async () => {
  const { companies: found } = await running.gateway.identifyCompany({ name: 'Acme, Inc.' }, call);
  expect(found).toEqual([
    {
      slug: 'acme',
      name: 'Acme, Inc.',
      domain: 'acme.com',
      country: 'France',
      city: 'Paris',
      matchedBy: NAME,
    },
  ]);
  const many = await by({ host: 'many.example' });
  expect(many).toHaveLength(10);
  expect(many[0]).toEqual(['many-11', DOMAIN]);
  expect(many[1]).toEqual(['many-0', DOMAIN]);
});

it.each([{}, { host: '' }, { host: 'a'.repeat(254) }, { name: 'a'.repeat(2001) }])(
  'refuses %j',
  async (asked) =>
    expect(running.gateway.identifyCompany(asked, call)).rejects.toMatchObject({ code: 'invalid_parameter' }),
);

it('matches the definition for random names and hosts', async () => {
  const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const bare = (text: string) => withoutLegalForm(text).join(' ') || plain(text);
  const counts = new Map<string, number>();
  for (const { companySlug, publishedAt } of signals) {
    if (publishedAt !== SOON) counts.set(companySlug, (counts.get(companySlug) ?? 0) + 1);
  }
  const ranked = (slugs: string[], matchedBy: company.IdentifiedCompany_MatchedBy) =>
    slugs
      .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
      .slice(0, 10)
      .map((slug) => [slug, matchedBy]);
  const slugsWhere = (test: (each: { name: string; domain?: string }) => boolean) =>
    companies.filter(test).map(({ slug }) => slug);
  const byName = (name: string) => {
    const equal = slugsWhere((each) => plain(each.name) === plain(name));
    if (equal.length > 0) return ranked(equal, NAME);
    return ranked(
      slugsWhere((each) => bare(each.name) === bare(name)),
      NAME_WITHOUT_LEGAL_FORM,
    );
  };
  const byHost = (host: string) => {
    for (let left = host; left !== ''; left = left.includes('.') ? left.slice(left.indexOf('.') + 1) : '') {
      const having = slugsWhere(({ domain }) => domain?.toLowerCase() === left);
      if (having.length > 0) return ranked(having, left === host ? DOMAIN : PARENT_DOMAIN);
    }
    return [];
  };
  const parts = [
    'acme',
    'ACME',
    'Acmé',
    'labs',
    'Many',
    'Inc.',
    'GmbH',
    'S.A.',
    ',',
    '株式会社',
    '東芝',
    'co',
  ];
  const names = fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
    .map((list) => list.join(' '));
  const labels = ['acme', 'com', 'labs', 'many', 'example', 'www'];
  const hosts = fc
    .array(fc.constantFrom(...labels), { minLength: 1, maxLength: 5 })
    .map((list) => list.join('.'));
  await fc.assert(
    fc.asyncProperty(names, hosts, async (name, host) => {
      expect(await by({ name })).toEqual(byName(name));
      expect(await by({ host })).toEqual(byHost(host));
    }),
    { numRuns: 150, seed: 20261123 },
  );
});

describe('a company written by a version without keys', () => {
  const write = async (statement: string, values: unknown[]) => {
    const client = new Client({ connectionString: running.database.connectionString('catalog') });
    await client.connect();
    try {
      await client.query(statement, values);
    } finally {
      await client.end();
    }
  };
  const catchUp = () => migrateCatalog(running.database.connectionString('catalog'), silentLogger);

  it('is found after the next migration, and a renamed one is not found by its old name', async () => {
    await write(
      `INSERT INTO catalog.company (slug, name, domain, content_hash) VALUES ('older', 'Older Ltd', 'older.example', $1)`,
      ['0'.repeat(32)],
    );
    await write(`UPDATE catalog.company SET name = 'Renamed', content_hash = $1 WHERE slug = 'nobody'`, [
      '1'.repeat(32),
    ]);
    expect(await by({ name: 'Nobody' })).toEqual([]);
    await catchUp();
    expect(await by({ name: 'Nobody' })).toEqual([]);
    expect(await by({ name: 'Renamed' })).toEqual([['nobody', NAME]]);
    expect(await by({ name: 'Older' })).toEqual([['older', NAME_WITHOUT_LEGAL_FORM]]);
    expect(await by({ host: 'older.example' })).toEqual([['older', DOMAIN]]);
  });

  it('is found after the next import', async () => {
    await write(
      `INSERT INTO catalog.company (slug, name, domain, content_hash) VALUES ('late', 'Late', 'late.example', $1)`,
      ['2'.repeat(32)],
    );
    await running.importCorpus([], []);
    expect(await by({ host: 'late.example' })).toEqual([['late', DOMAIN]]);
  });
});
