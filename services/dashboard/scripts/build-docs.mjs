// Makes the documentation site from docs/guide: one page for each file, an index to search in, and the texts for programs that
// read documentation. A link to nowhere, an unknown language or a page that no contents list fails the build.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contents } from './docs/contents.mjs';
import { checkLinks } from './docs/links.mjs';
import { llmsFullText, llmsText } from './docs/llms.mjs';
import { renderMarkdown } from './docs/markdown.mjs';
import { notFoundDocument, pageDocument } from './docs/page.mjs';
import { searchIndex } from './docs/search-index.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const dashboard = resolve(scripts, '..');
const guide = resolve(dashboard, '../../docs/guide');
const output = resolve(process.argv[2] ?? join(dashboard, 'dist/docs'));

const names = contents.flatMap(({ pages }) => pages);
const unlisted = readdirSync(guide).filter((file) => !names.includes(file.replace(/\.md$/, '')));
if (unlisted.length > 0) throw new Error(`docs/contents.mjs does not list ${unlisted.join(', ')}`);

const pages = names.map((name) => {
  const markdown = readFileSync(join(guide, `${name}.md`), 'utf8');
  return { name, markdown, ...renderMarkdown(name, markdown) };
});
checkLinks(pages);

rmSync(output, { recursive: true, force: true });
mkdirSync(join(output, 'assets'), { recursive: true });
for (const page of pages) {
  writeFileSync(join(output, `${page.name}.html`), pageDocument(page, pages, contents));
  writeFileSync(join(output, `${page.name}.md`), page.markdown);
}
writeFileSync(join(output, 'not-found.html'), notFoundDocument(pages, contents));
writeFileSync(join(output, 'search-index.json'), JSON.stringify(searchIndex(pages)));
writeFileSync(join(output, 'llms.txt'), llmsText(pages, contents));
writeFileSync(join(output, 'llms-full.txt'), llmsFullText(pages));
// One sheet: the colours and sizes of the web app, then what is the documentation's own.
const design = join(dashboard, 'web/src/design');
writeFileSync(
  join(output, 'assets/docs.css'),
  [join(design, 'tokens.css'), join(design, 'base.css'), join(scripts, 'docs/assets/docs.css')]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
);
cpSync(join(scripts, 'docs/assets/docs.js'), join(output, 'assets/docs.js'));
cpSync(join(dashboard, 'web/public/favicon.svg'), join(output, 'assets/mark.svg'));
