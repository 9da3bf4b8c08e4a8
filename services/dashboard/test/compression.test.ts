import { startBeforeAll } from '@heliograph/testing';
import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { companies, signals } from './support/corpus';
import { TestDashboard } from './support/dashboard';
import { SESSION_COOKIE, type Person } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start({ with: ['search', 'company'] }));
let person: Person;
beforeAll(async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...companies[0]!,
    slug: `company-${index}`,
    industries: [`An industry of many, number ${index}`],
  }));
  const theirs = many.map(({ slug }, index) => ({
    ...signals[0]!,
    id: String(2_000 + index),
    companySlug: slug,
  }));
  await dashboard.importCorpus([...companies, ...many], [...signals, ...theirs]);
  person = await dashboard.signIn();
  for (let key = 1; key <= 4; key += 1)
    await person.data('POST', '/keys', { name: `Key ${key}`, scopes: ['signals:read'] });
});

/** Raw bytes, which fetch would decode. */
function ask(path: string, encoding: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const headers = { cookie: `${SESSION_COOKIE}=${person.secret}`, 'accept-encoding': encoding };
  return new Promise((resolve, reject) => {
    get(`${dashboard.url}/api/app/v1${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    }).once('error', reject);
  });
}

it.each(['/keys', '/activities?limit=25', '/activities/filter-options'])('%s is compressed', async (path) => {
  const plain = await ask(path, 'identity');
  const small = await ask(path, 'gzip, br');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect([small.headers['content-encoding'], small.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(gunzipSync(small.body).equals(plain.body)).toBe(true);
  expect(small.body.length * 2).toBeLessThan(plain.body.length);
});

it('a response with a secret is not compressed, however long it is', async () => {
  await person.data('PATCH', '/account', { name: '名'.repeat(100) });
  const { headers, body } = await ask('/session', 'gzip');
  expect(body.length).toBeGreaterThan(1_024);
  expect(headers['content-encoding']).toBeUndefined();
});
