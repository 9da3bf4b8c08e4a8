import { transformerStyleToClass } from '@shikijs/transformers';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, postcssIsolateStyles, type MarkdownEnv, type SiteConfig } from 'vitepress';
import { pagesDirectory, readContents } from '../contents.mjs';
import { synonyms } from '../synonyms.mjs';
import { slugify } from './slugify.ts';

const BASE = '/docs/';
/** Replaced by the dashboard's own address where the site is served. */
const DASHBOARD = 'http://dashboard.heliograph.invalid';
/** The same file as in theme/theme.css. */
const TYPEFACE = '/assets/inter-latin-wght-normal-5.3.0.woff2';
/** The dashboard's policy allows no inline styles, so code is colored by class. */
const codeColors = transformerStyleToClass({ classPrefix: 'code-' });
/** It allows no inline scripts either. VitePress's few are written to files, keyed by name. */
const scripts = new Map<string, string>();

/** Dark on light pages too, like the dashboard's code. */
const CODE_THEME = 'github-dark-high-contrast';

export default defineConfig({
  base: BASE,
  srcDir: pagesDirectory,
  outDir: join(import.meta.dirname, '../dist'),
  cleanUrls: true,
  metaChunk: true,
  // It would use an inline style to disable transitions while the theme changes.
  appearance: { disableTransition: false },
  lang: 'en-US',
  title: 'Heliograph docs',
  head: [
    ['link', { rel: 'icon', href: `${BASE}mark.svg`, type: 'image/svg+xml' }],
    ['link', { rel: 'stylesheet', href: `${BASE}assets/code.css` }],
    ['link', { rel: 'preload', href: TYPEFACE, as: 'font', type: 'font/woff2', crossorigin: '' }],
  ],
  markdown: {
    anchor: { slugify },
    codeTransformers: [codeColors],
    // Code is dark on light pages too, as in the dashboard.
    theme: { light: CODE_THEME, dark: CODE_THEME },
  },
  themeConfig: {
    logo: { src: '/mark.svg', alt: '' },
    siteTitle: 'Heliograph docs',
    nav: [
      { text: 'Dashboard', link: `${DASHBOARD}/`, target: '_self', noIcon: true },
      { text: 'Status', link: `${DASHBOARD}/status`, target: '_self', noIcon: true },
    ],
    sidebar: readContents().map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({
        text: page.name === 'index' ? 'Overview' : page.title,
        link: page.name === 'index' ? '/' : `/${page.name}`,
      })),
    })),
    outline: [2, 3],
    notFound: {
      title: 'Page not found',
      quote: 'There is no page at this address.',
      linkText: 'Documentation',
    },
    search: { provider: 'local', options: { _render: withSynonyms } },
    // Another origin's, or VitePress would take it for a page.
    editLink: { pattern: `${DASHBOARD}${BASE}:path`, text: 'This page as Markdown' },
  },
  vite: {
    build: { license: { fileName: 'assets/licenses.md' } },
    // Keeps content styles out of Swagger UI: anything with the class `vp-raw`.
    css: { postcss: { plugins: [postcssIsolateStyles({ includeFiles: [/vp-doc\.css/] })] } },
    plugins: [
      {
        name: 'scripts-as-files',
        configResolved(config) {
          const { site } = (config as unknown as { vitepress: SiteConfig }).vitepress;
          site.head = site.head.filter(([tag, { id }, code]) => {
            if (tag !== 'script' || code === undefined) return true;
            scripts.set(`assets/${id}.js`, code);
            return false;
          });
        },
      },
    ],
  },
  transformPageData(page) {
    const pages = readContents().flatMap((section) => section.pages);
    const known = pages.find(({ name }) => `${name}.md` === page.relativePath);
    return { description: known?.description.replaceAll(/[`*_]/g, '') };
  },
  transformHtml(html) {
    return (
      html
        .replace(
          '</title>',
          ['</title>', ...[...scripts.keys()].map((name) => `<script src="${BASE}${name}"></script>`)].join(
            '\n    ',
          ),
        )
        .replaceAll(/(<[a-z][^<>]*) style="[^"]*"/g, '$1')
        // The first page's address has no slash at its end.
        .replaceAll('href="./', `href="${BASE}`)
    );
  },
  buildEnd({ outDir }) {
    for (const [name, code] of scripts) writeFileSync(join(outDir, name), code);
    writeFileSync(join(outDir, 'assets/code.css'), codeColors.getCSS());
    // The variants for a page's first load. VitePress 1 adds them while Vite writes its files, which Vite 8 rejects.
    for (const file of readdirSync(join(outDir, 'assets')).filter((name) => /\.md\.[\w-]+\.js$/.test(name))) {
      const page = join(outDir, 'assets', file);
      copyFileSync(page, page.replace(/\.js$/, '.lean.js'));
    }
  },
});

/** High enough that a page explaining a word ranks above pages that only mention it and references named after it. */
const OCCURRENCES = 12;

/** Makes a page findable by words it does not use. */
function withSynonyms(
  source: string,
  environment: MarkdownEnv,
  markdown: { render(text: string, environment: MarkdownEnv): string },
): string {
  const html = markdown.render(source, environment);
  const words = synonyms[environment.relativePath!.replace(/\.md$/, '')];
  if (words === undefined) return html;
  return html.replace('</h1>', `</h1><p>${`${words} `.repeat(OCCURRENCES)}</p>`);
}
