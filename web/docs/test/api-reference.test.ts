import { openApiDocument, operationsOf } from '@heliograph/contract';
import { axeViolations, describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import type { Page, Route } from 'playwright-core';
import { desktop, isAlive, phone, SiteBrowser } from './support/site-browser.ts';

describeWith('chromium', 'the API reference', () => {
  const site = startBeforeAll(SiteBrowser.start);
  const REFERENCE = '/docs/api-reference';
  const linkOf = (page: Page) => page.getByRole('link', { name: 'GET /usage Get usage' });
  /** Waits until the operation is open, focused, and in view. */
  const isOpen = async (page: Page, id: string) => {
    const control = page.locator(`#operations-${id}.is-open .opblock-summary-control:focus`);
    await control.waitFor();
    expect((await control.boundingBox())!.y).toBeLessThan(200);
  };

  const COLOR_SCHEMES = ['light', 'dark'] as const;
  const changeColors = async (page: Page, colorScheme: (typeof COLOR_SCHEMES)[number]) => {
    await page.emulateMedia({ colorScheme });
    await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor();
    // Buttons change their colors over time.
    await waitFor(async () => (await page.evaluate('document.getAnimations().length')) === 0);
  };

  it.each([REFERENCE, '/docs/command-line-api'])(
    'of %s asks for Swagger UI when an operation is chosen, and contacts no other host',
    async (path) => {
      await site.visit('/docs', { ...desktop, colorScheme: 'dark' }, async (page) => {
        const asked: URL[] = [];
        page.on('request', (request) => asked.push(new URL(request.url())));
        await page.goto(`${site.url}${path}`);
        await isAlive(page);
        await page.waitForLoadState('networkidle');
        expect(asked.filter(({ pathname }) => /swagger-ui|openapi/.test(pathname))).toEqual([]);
        await linkOf(page).click();
        await isOpen(page, 'Account-getUsage');
        await page.getByText('Responses', { exact: true }).first().waitFor();
        expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([site.url]));
        expect(await page.locator('html.dark-mode').count()).toBe(1);
      });
    },
  );

  it('is a list without scripts', async () => {
    await site.visit(REFERENCE, { ...phone, javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('.operations li a:visible').count()).toBe(
        Object.values(openApiDocument.paths).flatMap(operationsOf).length,
      );
    });
  });

  it('works by keyboard, and "back" returns to the list', async () => {
    await site.visit(REFERENCE, desktop, async (page) => {
      await linkOf(page).focus();
      expect(await page.locator('link[rel=preload]:not([as=font])').count()).toBeGreaterThanOrEqual(3);
      await page.keyboard.press('Enter');
      await isOpen(page, 'Account-getUsage');
      await page.locator('#operations-Account-listReceipts .opblock-summary-control').press('Enter');
      await page.waitForURL(`${site.url}${REFERENCE}#/Account/listReceipts`);
      await page.goBack();
      await page.locator('[id="/Account/listReceipts"]:focus').waitFor();
      expect(await page.locator('.opblock:visible').count()).toBe(0);
      await page.goForward();
      await isOpen(page, 'Account-listReceipts');
      await page.goBack();
      await linkOf(page).press('Enter');
      await isOpen(page, 'Account-getUsage');
    });
  });

  it('of an open operation has the type of the site, light and dark', async () => {
    await site.visit(REFERENCE, desktop, async (page) => {
      await linkOf(page).click();
      await isOpen(page, 'Account-getUsage');
      for (const colorScheme of COLOR_SCHEMES) {
        await changeColors(page, colorScheme);
        const fonts = await page.evaluate<string[]>(`[...document.querySelectorAll('.opblock.is-open *')]
        .filter((element) => element.checkVisibility() && !element.closest('h4, h5, svg'))
        .map((element) => getComputedStyle(element))
        .map(({ fontFamily, fontSize }) => fontFamily.split(',')[0] + ' ' + fontSize)`);
        expect(new Set(fonts)).toEqual(new Set(['Inter 14px', 'ui-monospace 14px']));
      }
    });
  });

  it('says that it is loading, and stays a list for readers who leave meanwhile', async () => {
    await site.visit(REFERENCE, phone, async (page) => {
      const held: Route[] = [];
      await page.route('**/swagger-ui-bundle.js', (route) => void held.push(route));
      await linkOf(page).click();
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
      await page.goBack();
      for (const route of held) await route.continue();
      await page.locator('.opblock').first().waitFor({ state: 'attached' });
      expect(await page.locator('.opblock:visible, .reference-status:visible').count()).toBe(0);
      expect(page.url()).toBe(`${site.url}${REFERENCE}`);
    });
  });

  it('opens an operation by its address', async () => {
    const address = `${REFERENCE}#/Saved%20searches/sendTestEvent`;
    await site.visit(address, phone, async (page) => {
      await isOpen(page, 'Saved_searches-sendTestEvent');
      expect(page.url()).toBe(`${site.url}${address}`);
      await page.goto(`${site.url}${REFERENCE}#operations`);
      await page.locator('.operations').waitFor();
    });
  });

  it('sends what was typed, and defaults', async () => {
    await site.visit(REFERENCE, desktop, async (page) => {
      for (const [id, sent] of [
        ['searchSignals', 'countOnly=false&limit=50&matched=false&q=raises'],
        ['getChanges', 'limit=50&q=raises&wait=0'],
      ]) {
        await page.goto(`${site.url}${REFERENCE}#/Signals/${id}`);
        await isOpen(page, `Signals-${id}`);
        const operation = page.locator(`#operations-Signals-${id}`);
        await operation.locator('tr[data-param-name=q] input').fill('raises');
        await operation.getByRole('button', { name: 'Execute' }).click();
        const asked = new URL(
          (await operation.locator('.request-url').textContent())!.replace('Request URL', ''),
        );
        asked.searchParams.sort();
        expect(asked.searchParams.toString()).toBe(sent);
      }
      // The policy forbids the address, which is not an installation's.
      site.complaints.length = 0;
    });
  });

  it('passes axe on a narrow phone, light and dark', async () => {
    const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true };
    await site.visit(REFERENCE, narrow, async (page) => {
      const passInBoth = async () => {
        for (const colorScheme of COLOR_SCHEMES) {
          await changeColors(page, colorScheme);
          expect(await axeViolations(page)).toEqual([]);
        }
      };
      await passInBoth();
      await linkOf(page).click();
      await isOpen(page, 'Account-getUsage');
      await page.locator('#servers[aria-label]').waitFor();
      await passInBoth();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.viewport.width);
    });
  });

  it('says that a part could not be loaded, and tries again', async () => {
    await site.visit(REFERENCE, phone, async (page) => {
      const status = page.getByRole('status').filter({ hasText: 'could not be loaded' });
      const retry = status.getByRole('button', { name: 'Try again' });
      const parts = ['swagger-ui-bundle.js', 'swagger-ui.css', 'openapi.json'];
      for (const [index, part] of parts.entries()) {
        const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith(part));
        await page.route(`**/${part}`, (route) => route.abort());
        await (index === 0 ? linkOf(page) : retry).click();
        await aborted;
        await retry.waitFor();
        expect(await axeViolations(page)).toEqual([]);
        await page.unroute(`**/${part}`);
      }
      await retry.click();
      await isOpen(page, 'Account-getUsage');
      site.complaints.length = 0;
    });
  });
});
