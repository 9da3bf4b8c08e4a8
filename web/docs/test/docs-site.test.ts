import {
  CALL_NAMES,
  clientDocument,
  describedCall,
  openApiDocument,
  operationsOf,
} from '@heliograph/contract';
import { axeViolations, describeWith, startBeforeAll } from '@heliograph/testing';
import { Ajv } from 'ajv';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { POSTMAN_STRUCTURE } from './support/postman-structure.ts';
import { desktop, directory, phone, SiteBrowser } from './support/site-browser.ts';

const read = (file: string) => readFileSync(join(directory, file), 'utf8');
const pages = readdirSync(directory).filter((file) => file.endsWith('.html') && file !== 'not-found.html');

/** The parts of the collections that the tests check. */
interface PostmanCollection {
  item: {
    item: {
      request: {
        method: string;
        url: { raw: string; host: string[]; path: string[]; variable: { key: string }[] };
      };
    }[];
  }[];
}
interface BrunoCollection {
  items: {
    items: {
      request: {
        method: string;
        url: string;
        params: { name: string; value: string; type: string; enabled: unknown }[];
        headers: { enabled: unknown }[];
      };
    }[];
  }[];
}

/** The table from `synonyms.mjs`, which jest cannot load as a module. */
const synonyms = JSON.parse(
  runModule(
    `import { synonyms } from ${JSON.stringify(moduleUrl('synonyms.mjs'))}; console.log(JSON.stringify(synonyms));`,
  ),
) as Record<string, string>;

/** The pages the site's index finds for each word, best first, with the settings of VitePress's search box. */
function searchInFiles(words: string[]): Record<string, string[]> {
  const chunks = join(directory, 'assets/chunks');
  const index = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndex'))!;
  return JSON.parse(
    runModule(`
      import MiniSearch from 'minisearch';
      import index from ${JSON.stringify(pathToFileURL(join(chunks, index)).href)};
      const search = MiniSearch.loadJSON(index, {
        fields: ['title', 'titles', 'text'],
        storeFields: ['title', 'titles'],
        searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
      });
      const pageOf = (id) => id.replace(/^\\/docs\\//, '').replace(/#.*$/, '').replace(/(?:\\.html)?$/, '');
      const pagesOf = (word) => [...new Set(search.search(word).map(({ id }) => pageOf(id)))];
      console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(words)}.map((word) => [word, pagesOf(word)]))));
    `),
  ) as Record<string, string[]>;
}

function moduleUrl(name: string): string {
  return pathToFileURL(resolve(__dirname, '..', name)).href;
}

function runModule(program: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    cwd: resolve(__dirname, '..'),
    maxBuffer: 64_000_000,
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}

describe('the files', () => {
  it('contain each page as HTML, as Markdown, and in the list for programs', () => {
    expect(pages.length).toBeGreaterThan(15);
    const list = read('llms.txt');
    for (const page of pages) {
      const markdown = page.replace('.html', '.md');
      expect(list).toContain(`(/docs/${markdown})`);
      expect(read(page)).toContain(`href="http://dashboard.heliograph.invalid/docs/${markdown}"`);
      expect(read('llms-full.txt')).toContain(read(markdown).split('\n')[0]);
    }
  });

  it('need nothing that the policy forbids, and no other host', () => {
    for (const page of [...pages, 'not-found.html']) {
      const html = read(page);
      expect(html).not.toMatch(
        /<script(?! (?:type="module" )?src="\/docs\/)|<style|<[^>]*\s(?:style|on[a-z]+)=|javascript:/,
      );
      expect(html).not.toMatch(/(?:src|href)="\/\//);
      expect(html).not.toMatch(/<(?:script|img|link)[^>]+(?:src|href)="https?:/);
    }
  });

  it('link to pages without scripts, also from the first page, and from the list for programs', () => {
    const names = new Set(pages.map((page) => `/docs/${page.replace('.html', '')}`));
    for (const page of pages)
      for (const [, target] of read(page).matchAll(/<a[^>]* href="([^"#?:]+)[^":]*"/g)) {
        const path = new URL(target!, 'http://dashboard.heliograph.invalid/docs').pathname;
        if (!/\.\w+$/.test(path) && path !== '/docs/')
          expect([page, [...names]]).toEqual([page, expect.arrayContaining([path])]);
      }
    expect(read('llms.txt')).not.toMatch(/\]\((?!\/docs\/)/);
  });

  it('have the licenses of what they contain', () => {
    expect(read('assets/licenses.md')).toContain('## vitepress');
    expect(read('swagger-ui/swagger-ui-bundle.js')).toContain('swagger-ui-bundle.js.LICENSE.txt');
    expect(read('swagger-ui/swagger-ui-bundle.js.LICENSE.txt')).toContain('Licensed under');
  });

  it('have unique identifiers and one title each', () => {
    for (const page of pages) {
      const identifiers = [...read(page).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect([page, new Set(identifiers).size]).toEqual([page, identifiers.length]);
      expect(read(page).match(/<h1[ >]/g)).toHaveLength(1);
    }
  });

  it('open the playground with requests that it knows', () => {
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/href="http:\/\/dashboard\.heliograph\.invalid\/playground\?([^"]*)"/g)].map(
        ([, query]) => new URLSearchParams(query!.replaceAll('&amp;', '&')),
      ),
    );
    expect(links.length).toBeGreaterThan(15);
    for (const link of links) {
      const { call, ...values } = Object.fromEntries(link);
      const name = CALL_NAMES.find((each) => each === call)!;
      const known = describedCall(name).fields.map((field) => field.name);
      expect(known).toEqual(expect.arrayContaining(Object.keys(values)));
    }
    const finding = links.map(String);
    expect(finding).toContain('call=suggest&kind=company&prefix=ember&limit=5');
    expect(finding).toContain('call=company&slug=emberloom-finance');
    expect(finding).toContain('call=count&category=funding&days=30');
    expect(finding).toContain('call=search&X-Max-Records=20&category=funding&limit=20');
  });

  it.each([
    ['api-reference', openApiDocument],
    ['command-line-api', clientDocument],
  ])('list the operations of %s, for programs too', (page, { paths }) => {
    const listed = Object.entries(paths).flatMap(([path, item]) =>
      operationsOf(item).map(({ method, operation: { tags, operationId, summary } }) => ({
        markdown: `- \`${method} ${path}\`: [${summary}](#/${encodeURIComponent(tags[0]!)}/${operationId})`,
        html: `<b>${method}</b> <code>${path}</code> <span>${summary}</span></a>`,
      })),
    );
    expect(
      read(`${page}.md`)
        .match(/^- `.*\]\(#\/.*$/gm)!
        .sort(),
    ).toEqual(listed.map(({ markdown }) => markdown).sort());
    for (const { html } of listed) expect(read(`${page}.html`)).toContain(html);
  });

  it('offer the API as Postman and Bruno collections, each operation once', () => {
    const { paths } = openApiDocument;
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      operationsOf(item).map(({ method }) => `${method} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const postman = JSON.parse(read('postman.json')) as PostmanCollection;
    const validate = new Ajv({ allErrors: true, strict: true }).compile(POSTMAN_STRUCTURE);
    expect({ isValid: validate(postman), errors: validate.errors }).toEqual({ isValid: true, errors: null });
    const requests = postman.item.flatMap(({ item }) => item.map(({ request }) => request));
    expect(requests.map(({ method, url: { raw } }) => `${method} ${raw}`).sort()).toEqual(operations.sort());
    for (const { url } of requests) {
      expect(`${url.host.join('.')}/${url.path.join('/')}`).toBe(url.raw);
      const named = url.path.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
      expect(url.variable.map(({ key }) => key)).toEqual(named);
    }

    const bruno = JSON.parse(read('bruno.json')) as BrunoCollection;
    const asked = bruno.items.flatMap(({ items }) => items.map(({ request }) => request));
    expect(asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`).sort()).toEqual(
      operations.sort(),
    );
    for (const { url, params, headers } of asked) {
      const [path, query] = url.split('?') as [string, string?];
      for (const { name, type } of params) expect(path.includes(`:${name}`)).toBe(type === 'path');
      const sent = params.filter(({ type, enabled }) => type === 'query' && enabled);
      expect([...new URLSearchParams(query)]).toEqual(sent.map(({ name, value }) => [name, value]));
      for (const { enabled } of [...params, ...headers]) expect(typeof enabled).toBe('boolean');
    }
    // A key belongs in the program that sends it, never in a file that is shared.
    expect(read('postman.json') + read('bruno.json')).not.toMatch(/hg_(?:live|test)_[A-Za-z0-9]/);
  });

  it('are found by the words people use', () => {
    const found = searchInFiles(Object.values(synonyms).flatMap((words) => words.split(' ')));
    const missed = Object.entries(synonyms).flatMap(([page, words]) =>
      words
        .split(' ')
        .filter((word) => !found[word]!.slice(0, 8).includes(page))
        .map((word) => `${word}: ${page} is not among ${found[word]!.slice(0, 8).join(', ')}`),
    );
    expect(missed).toEqual([]);
  });

  it('rank above references that have a word in a name', () => {
    const found = searchInFiles(['webhook', 'limit', 'price', 'python']);
    expect(Object.values(found).map(([first]) => first)).toEqual(['webhooks', 'limits', 'billing', 'python']);
  });

  it('explain every error at the address its type links to', () => {
    const { components } = JSON.parse(read('openapi.json')) as {
      components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
    };
    const html = read('errors.html');
    for (const code of components.schemas.Problem.properties.code.enum)
      expect(html).toContain(`id="${code}"`);
  });
});

it('detects links to missing sections', () => {
  const broken = mkdtempSync(join(tmpdir(), 'heliograph-docs-'));
  try {
    writeFileSync(
      join(broken, 'a.html'),
      '<h2 id="here"></h2><a href="/docs/b#here"></a><a href="#here"></a>',
    );
    writeFileSync(join(broken, 'b.html'), '<a href="/docs/a#here"></a>');
    const module = pathToFileURL(resolve(__dirname, '../check-anchors.mjs')).href;
    const program = `import { checkAnchors } from '${module}'; checkAnchors(${JSON.stringify(broken)});`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/missing sections:\na: b#here\n/);
    expect(stderr).not.toContain('b: a');
  } finally {
    rmSync(broken, { recursive: true });
  }
});

describeWith('chromium', 'in a browser', () => {
  const site = startBeforeAll(SiteBrowser.start);

  it('fits a phone and a desktop', async () => {
    await site.visit('/docs', desktop, async (page) => {
      const misfits: string[] = [];
      for (const file of pages) {
        await page.goto(`${site.url}/docs/${file.replace('.html', '')}`);
        for (const { viewport } of [desktop, phone]) {
          await page.setViewportSize(viewport);
          const width = await page.evaluate('document.documentElement.scrollWidth');
          if (width !== viewport.width) misfits.push(`${file}: ${width} px of ${viewport.width}`);
        }
      }
      expect(misfits).toEqual([]);
    });
  });

  it("uses the dashboard's typeface", async () => {
    await site.visit('/docs', desktop, async (page) => {
      await page.evaluate("document.fonts.load('1rem Inter')");
      const preloaded = await page.locator('link[as=font]').getAttribute('href');
      const fetched = await page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.woff2'))",
      );
      expect(fetched).toEqual([`${site.url}${preloaded}`]);
    });
  });

  // One page of each kind, because axe takes seconds per page.
  it.each([
    ['/docs', 'light', phone],
    ['/docs/authentication', 'dark', phone],
    ['/docs/searching', 'light', desktop],
    ['/docs/sdk', 'dark', desktop],
    ['/docs/errors', 'light', phone],
  ] as const)('passes axe on %s, %s', async (path, colorScheme, size) => {
    await site.visit(path, { ...size, colorScheme }, async (page) => {
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  it('shows every way to call without scripts; with scripts, only the chosen one, which it remembers', async () => {
    const shown = (page: Page) => page.locator('.vp-code-group').first().locator('pre:visible').count();
    await site.visit('/docs/searching', { ...desktop, javaScriptEnabled: false }, async (page) => {
      expect(await shown(page)).toBe(4);
    });
    await site.visit('/docs/searching', desktop, async (page) => {
      expect(await shown(page)).toBe(1);
      await page.getByRole('radio', { name: 'curl' }).first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const group = page.locator('.vp-code-group', { hasText: 'await heliograph' }).last();
      const example = group.locator('pre:visible');
      await example.filter({ hasText: 'await heliograph' }).waitFor();
      await page.goto(`${site.url}/docs/paging`);
      await page.locator('.vp-code-group pre:visible', { hasText: 'for await' }).first().waitFor();
    });
  });

  it('shows the chosen way to call where the browser blocks storage', async () => {
    await site.visit('/docs/searching', desktop, async (page) => {
      await page.addInitScript(`Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('Denied', 'SecurityError'); } });`);
      await page.reload();
      await page.getByRole('radio', { name: 'curl' }).first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const last = page.locator('.vp-code-group', { hasText: 'await heliograph' }).last();
      await last.locator('pre:visible', { hasText: 'await heliograph' }).waitFor();
      // VitePress itself complains that it cannot store the appearance.
      expect(new Set(site.complaints.splice(0))).toEqual(new Set(['SecurityError: Denied']));
    });
  });

  it.each([
    ['exit status', '/docs/command-line#exit-status'],
    ['price', '/docs/billing'],
    ['cost', '/docs/billing'],
    ['python', '/docs/python'],
    ['webhook', '/docs/webhooks'],
    ['alert', '/docs/saved-searches'],
    ['csv', '/docs/command-line'],
    ['rate limit', '/docs/limits'],
    ['login', '/docs/command-line#log-in'],
    ['delete', '/docs/saved-searches'],
    ['postman', '/docs/api-reference'],
    ['rotate webhook secret', '/docs/api-reference#operations'],
    ['version', '/docs/changelog'],
  ])('is searched by keyboard for %s', async (words, address) => {
    await site.visit('/docs', desktop, async (page) => {
      await page.getByRole('button', { name: 'Search' }).first().waitFor();
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill(words);
      const found = page.getByRole('option');
      await found.first().waitFor();
      const links: string[] = await page.evaluate(
        "[...document.querySelectorAll('[role=option] a')].map(({ href }) => new URL(href)).map(({ pathname, hash }) => pathname + hash)",
      );
      expect(links.slice(0, 5)).toContainEqual(expect.stringContaining(address));
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.url}${links[0]}`);
    });
  });

  it('has a menu on a phone', async () => {
    await site.visit('/docs/groups', phone, async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Paging' }).first().click();
      await page.waitForURL(`${site.url}/docs/paging`);
    });
  });

  it('leaves a closed menu out of the tab order', async () => {
    await site.visit('/docs/searching', phone, async (page) => {
      const link = page.locator('.VPSidebar').getByRole('link', { name: 'Paging' });
      await page.getByRole('button', { name: 'Menu' }).waitFor();
      expect(await link.isVisible()).toBe(false);
    });
  });

  it.each([
    ['the search', '.DocSearch-Search-Icon', ''],
    ['the menu', '.VPNavBarHamburger .top', ''],
    ['the chosen tab', '.vp-code-group input:checked + label', '::after'],
  ])('shows %s in forced colors', async (_name, selector, pseudoElement) => {
    await site.visit('/docs/searching', { ...phone, forcedColors: 'active' }, async (page) => {
      const color = (of: string, part: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector('${of}'), '${part}').backgroundColor`);
      await page.locator(selector).first().waitFor();
      expect(await color(selector, pseudoElement)).not.toBe(await color('body', ''));
    });
  });

  it('copies the displayed code', async () => {
    await site.visit(
      '/docs/quick-start',
      { ...desktop, permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        const button = page.locator('button.copy').first();
        await button.click();
        await page.locator('button.copied').first().waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
      },
    );
  });
});
