import { ERROR_STATUS } from '@heliograph/runtime';
import { clientDocument } from '../src/openapi/client-document';
import { openApiDocument } from '../src/openapi/document';
import { operationOf } from '../src/openapi/types';
import { resolve, type AnyDocument } from '../src/reference/schema-words';
import { startGateway, type TestGateway } from './support/gateway';

let gateway: TestGateway;
const pages: Record<string, string> = {};
const paths = ['/docs', '/docs/cli', '/docs/errors'];

beforeAll(async () => {
  gateway = await startGateway();
  for (const path of paths) {
    const response = await fetch(`${gateway.url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    pages[path] = await response.text();
  }
});
afterAll(() => gateway.stop());

it.each(paths)('%s leads to the guides and the dashboard', async (path) => {
  for (const link of ['/docs/guides', '/docs/dashboard']) {
    expect(pages[path]).toContain(`href="${link}"`);
    const { status, headers } = await fetch(`${gateway.url}${link}`, { redirect: 'manual' });
    const target = link === '/docs/guides' ? '/docs' : '/';
    expect([status, headers.get('location')]).toEqual([302, `https://app.example.com${target}`]);
  }
});

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

it.each([
  ['/docs', openApiDocument],
  ['/docs/cli', clientDocument],
] as const)('%s shows every operation, parameter and header with its words and commands', (path, one) => {
  const page = pages[path]!;
  const document: AnyDocument = one;
  for (const [at, item] of Object.entries(document.paths)) {
    const { method, operation } = operationOf(item);
    expect(page).toContain(`id="${operation.operationId}"`);
    expect(page).toContain(
      `<span class="method">${method}</span> <code>${document.servers[0]!.url}${at}</code>`,
    );
    for (const { source } of operation['x-codeSamples']) expect(page).toContain(escaped(source));
    for (const parameter of operation.parameters.map((reference) => resolve(reference, document))) {
      expect(page).toContain(`id="${operation.operationId}-${parameter.name}"`);
    }
  }
  for (const { description } of Object.values(document.components.headers)) {
    expect(page).toContain(escaped(description).replaceAll(/`([^`]*)`/g, '<code>$1</code>'));
  }
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`);
});

it('explains every error where its type points to', () => {
  for (const code of Object.keys(ERROR_STATUS)) {
    expect(pages['/docs/errors']).toContain(`id="${code}"`);
    expect(pages['/docs/errors']).toContain(`/docs/errors#${code}`);
  }
});

it.each(paths)('%s has no broken link inside, nothing inline and nothing from elsewhere', (path) => {
  const page = pages[path]!;
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  for (const [, target, id] of page.matchAll(/href="(\/docs[a-z/]*)#([^"]+)"/g))
    expect(pages[target!]).toContain(`id="${id}"`);
  expect(page).not.toMatch(/<style|style="| on[a-z]+="|<script>|(src|href)="(https?:)?\/\//);
});

it.each(paths)('%s may load what the gateway serves and nothing else', async (path) => {
  const response = await fetch(`${gateway.url}${path}`);
  const policy = response.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  for (const [, asset] of pages[path]!.matchAll(/(?:src|href)="(\/docs\/[^"#]+\.(?:css|js))"/g)) {
    const loaded = await fetch(`${gateway.url}${asset}`);
    expect(loaded.status).toBe(200);
    expect(loaded.headers.get('content-type')).toMatch(
      asset!.endsWith('css') ? /^text\/css/ : /^text\/javascript/,
    );
    expect(loaded.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('leads from the root to the reference', async () => {
  const response = await fetch(gateway.url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
});

it('sends a page once to clients that cache it', async () => {
  const first = await fetch(`${gateway.url}/docs`);
  const again = await fetch(`${gateway.url}/docs`, {
    headers: { 'if-none-match': first.headers.get('etag')! },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it.each(['/docs/anything-wrong', '/docs/a/b'])(
  'answers %s with a page for people, a problem for programs',
  async (path) => {
    const page = await fetch(`${gateway.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain('href="/docs"');
    const problem = await fetch(`${gateway.url}${path}`, { headers: { accept: 'application/json' } });
    expect(await problem.json()).toMatchObject({ status: 404, code: 'not_found' });
  },
);

it('is found with a slash at the end, and has an icon', async () => {
  const slash = await fetch(`${gateway.url}/docs/`, { redirect: 'manual' });
  expect([slash.status, slash.headers.get('location')]).toEqual([302, '/docs']);
  const icon = await fetch(`${gateway.url}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});
