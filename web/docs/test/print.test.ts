import { describeWith, startBeforeAll } from '@heliograph/testing';
import { SiteBrowser } from './support/site-browser.ts';

/** The width that A4 leaves between margins of 1 cm. */
const PAPER = { viewport: { width: 718, height: 1000 } };

/** Parts of code that are cut off. */
const CUT = `[...document.querySelectorAll('.vp-doc pre')]
  .filter((code) => code.scrollWidth > code.clientWidth)
  .map((code) => code.textContent)`;
/** Texts, and whether their color is dark. */
const TEXTS = `[...document.querySelectorAll('.vp-doc :is(h1, p, li, td, a, code, pre span)')]
  .filter((text) => text.getClientRects().length > 0)
  .map((text) => {
    const [red, green, blue] = getComputedStyle(text).color.match(/[\\d.]+/g).map(Number);
    return { text: text.textContent, isDark: (0.3 * red + 0.6 * green + 0.1 * blue) / 255 < 0.45 };
  })`;

describeWith('chromium', 'a printed page of the documentation', () => {
  const site = startBeforeAll(() => SiteBrowser.start());

  it.each(['light', 'dark'] as const)(
    'has all code, in dark letters, and no menus, in %s mode',
    async (mode) => {
      await site.visit('/docs/searching', { ...PAPER, colorScheme: mode }, async (page) => {
        expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(
          mode === 'dark',
        );
        await page.emulateMedia({ media: 'print' });
        expect(await page.evaluate(CUT)).toEqual([]);
        const texts = await page.evaluate<{ text: string; isDark: boolean }[]>(TEXTS);
        expect(texts.length).toBeGreaterThan(50);
        expect(texts.filter(({ isDark }) => !isDark)).toEqual([]);
        for (const menu of ['Menu', 'On this page', 'Search'])
          expect(await page.getByRole('button', { name: menu, exact: true }).isVisible()).toBe(false);
      });
    },
  );
});
