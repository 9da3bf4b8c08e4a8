import { chromiumPath, describeWith } from '@heliograph/testing';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

jest.setTimeout(120_000);

const scripts = resolve(__dirname, '../scripts');
const run = promisify(execFile);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let directory: string;
let server: Server;
let url: string;
let pages: string[];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'heliograph-docs-'));
  await run(process.execPath, [join(scripts, 'build-docs.mjs'), directory]);
  pages = readdirSync(directory).filter((file) => file.endsWith('.html') && file !== 'not-found.html');
  server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://docs').pathname.replace(/^\/docs\/?/, '') || 'index';
    const file = join(directory, extname(name) === '' ? `${name}.html` : name);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8',
      'content-security-policy': POLICY,
    });
    response.end(readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  rmSync(directory, { recursive: true, force: true });
});

const read = (file: string) => readFileSync(join(directory, file), 'utf8');

describe('the files', () => {
  it('hold each page as HTML, as Markdown, and in the list for programs', () => {
    expect(pages.length).toBeGreaterThan(15);
    const list = read('llms.txt');
    for (const page of pages) {
      const markdown = page.replace('.html', '.md');
      expect(list).toContain(`(/docs/${markdown})`);
      expect(read('llms-full.txt')).toContain(read(markdown).split('\n')[0]);
    }
  });

  it('need nothing that the policy forbids, and no other host', () => {
    for (const page of pages) {
      const html = read(page);
      expect(html).not.toMatch(/<script(?! src="\/docs\/)|<style|\sstyle=|\son[a-z]+=|javascript:/);
      expect(html).not.toMatch(/(?:src|href)="\/\//);
      expect(html).not.toMatch(/<(?:script|img|link)[^>]+(?:src|href)="https?:/);
    }
  });

  it('have each identifier once, and one title', () => {
    for (const page of pages) {
      const identifiers = [...read(page).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(identifiers).size).toBe(identifiers.length);
      expect(read(page).match(/<h1>/g)).toHaveLength(1);
    }
  });

  it('hold what looks like HTML in the source as text', async () => {
    const module = pathToFileURL(join(scripts, 'docs/markdown.mjs')).href;
    const source = [
      '# A <b>title</b>',
      'Text <img src=x onerror=alert(1)> `<i>`',
      '<script>alert(1)</script>',
      '```bash curl\necho "<script>"\n```',
      '| <u> |\n| - |\n| "&quot; |',
    ].join('\n\n');
    const program = `import { renderMarkdown } from ${JSON.stringify(module)};
      process.stdout.write(renderMarkdown('page', ${JSON.stringify(source)}).html);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout).not.toMatch(/<(?:b|i|u|img|script)[\s>]/);
    expect(stdout).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

it('has a page for addresses without one, from which every page is found', () => {
  const html = read('not-found.html');
  expect(html).toContain('<h1>Page not found</h1>');
  for (const page of pages.filter((name) => name !== 'index.html')) {
    expect(html).toContain(`href="/docs/${page.replace('.html', '')}"`);
  }
  expect(html).not.toMatch(/\.md"|undefined|aria-current/);
  expect(html).not.toMatch(/<script(?! src="\/docs\/)|<style|\sstyle=/);
});

describeWith('chromium', 'in a browser', () => {
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath()!,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });

  afterAll(() => browser?.close());

  /** Runs with a page of the site open; whatever the browser complains of fails the test. */
  async function visiting(
    path: string,
    options: BrowserContextOptions,
    act: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    complaints.length = 0;
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    try {
      await page.goto(`${url}${path}`);
      await act(page);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  }

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const desktop = { viewport: { width: 1280, height: 900 } };

  it.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('fits a %s', async (_name, size) => {
    await visiting('/docs', size, async (page) => {
      for (const file of pages) {
        await page.goto(`${url}/docs/${file.replace('.html', '')}`);
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect([file, width]).toEqual([file, size.viewport.width]);
      }
    });
  });

  // One page of each kind: axe takes seconds for each.
  it.each([
    ['/docs', 'light', phone],
    ['/docs/authentication', 'dark', phone],
    ['/docs/searching', 'light', desktop],
    ['/docs/sdk', 'dark', desktop],
    ['/docs/not-found', 'light', phone],
  ] as const)('gives axe nothing to find on %s, %s', async (path, colorScheme, size) => {
    await visiting(path, { ...size, colorScheme }, async (page) => {
      await page.evaluate(axe);
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([]);
    });
  });

  it('shows every way to call without scripts, and one with them, which it remembers', async () => {
    const shown = (page: Page) => page.locator('.examples').first().locator('pre:visible').count();
    await visiting('/docs/searching', { ...desktop, javaScriptEnabled: false }, async (page) => {
      expect(await shown(page)).toBe(3);
      expect(await page.getByRole('combobox').count()).toBe(0);
    });
    await visiting('/docs/searching', desktop, async (page) => {
      expect(await shown(page)).toBe(1);
      await page.getByRole('tab', { name: 'curl' }).first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await page.getByRole('tab', { name: 'SDK', selected: true }).count()).toBeGreaterThan(3);
      expect(await page.locator('.examples pre:visible').first().textContent()).toContain('await heliograph');
      await page.goto(`${url}/docs/paging`);
      expect(await page.locator('.examples pre:visible').first().textContent()).toContain('for await');
    });
  });

  it('is searched by keyboard', async () => {
    await visiting('/docs', desktop, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('exit status');
      const first = page.getByRole('option').first();
      await first.waitFor();
      expect(await first.textContent()).toContain('Exit status');
      expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
        'docs-search-result-0',
      );
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}/docs/command-line#exit-status`);
      await page.keyboard.press('/');
      await page.keyboard.type('nothingofthekind');
      await page.getByText('Nothing found.').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.getByRole('listbox').isVisible()).toBe(false);
    });
  });

  it('has a menu on a phone, which Escape closes', async () => {
    await visiting('/docs/groups', phone, async (page) => {
      const pagesOfMenu = page.getByRole('navigation', { name: 'Pages' });
      expect(await pagesOfMenu.isVisible()).toBe(false);
      await page.getByLabel('Menu').click();
      await pagesOfMenu.waitFor();
      await page.keyboard.press('Escape');
      await pagesOfMenu.waitFor({ state: 'hidden' });
      await page.getByLabel('Menu').click();
      await pagesOfMenu.getByRole('link', { name: 'Paging' }).click();
      await page.waitForURL(`${url}/docs/paging`);
    });
  });

  it('copies the code that is shown', async () => {
    await visiting(
      '/docs/quick-start',
      { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        await page.getByRole('button', { name: 'Copy the code' }).first().click();
        await page.getByRole('status').filter({ hasText: 'Copied' }).first().waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
      },
    );
  });
});
