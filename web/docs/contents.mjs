import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** VitePress's input: the guide and the references, assembled by build.mjs. */
export const pagesDirectory = fileURLToPath(new URL('generated', import.meta.url));

const sections = [
  { title: 'Get started', pages: ['index', 'quick-start', 'authentication'] },
  { title: 'Search', pages: ['searching', 'groups', 'semantic-search', 'paging', 'finding-values'] },
  { title: 'Follow', pages: ['changes', 'saved-searches', 'webhooks'] },
  {
    title: 'Production',
    pages: ['testing', 'idempotency', 'errors', 'limits', 'budgets', 'billing', 'receipts'],
  },
  {
    title: 'Recipes',
    pages: ['recipe-lead-list', 'recipe-hiring-watch', 'recipe-crm', 'recipe-agent'],
  },
  { title: 'Tools', pages: ['command-line', 'sdk', 'python', 'agents'] },
  {
    title: 'Reference',
    pages: ['api-reference', 'command-line-reference', 'sdk-reference', 'command-line-api', 'changelog'],
  },
  { title: 'Operate', pages: ['events', 'self-hosting', 'alternatives'] },
];

/**
 * The pages in order: sections of `{title, pages: {name, title, description, markdown}}`. Descriptions have no links.
 *
 * @throws if a page is in no section, or lacks a title or a first paragraph.
 */
export function readContents() {
  const listed = new Set(sections.flatMap(({ pages }) => pages.map((name) => `${name}.md`)));
  const unlisted = readdirSync(pagesDirectory).filter((file) => file.endsWith('.md') && !listed.has(file));
  if (unlisted.length > 0) throw new Error(`contents.mjs does not list ${unlisted.join(', ')}`);
  return sections.map(({ title, pages }) => ({ title, pages: pages.map(readPage) }));
}

function readPage(name) {
  const markdown = readFileSync(join(pagesDirectory, `${name}.md`), 'utf8');
  const [, title, description] =
    /^(?:---\n[\s\S]*?\n---\n)?\s*# (.+)\n+([^#\n].*(?:\n.+)*)/.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${name}.md needs a title and a first paragraph`);
  const withoutLinks = description.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return { name, title, description: withoutLinks, markdown };
}
