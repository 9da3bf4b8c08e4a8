import { addressOf } from './contents.mjs';

const SUMMARY =
  'A self-hostable data API for published company signals (funding, hiring, acquisitions, launches): keyword, structured and semantic search, metered to the record. REST with API keys, a command-line client (`signals`) and a TypeScript SDK (`@heliograph/sdk`).';

/** https://llmstxt.org */
export function llmsText(pages, contents) {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const groups = contents.map(({ title, pages: names }) => {
    const links = names.map((name) => {
      const { title: page, description } = byName.get(name);
      const address = name === 'index' ? '/docs/index.md' : `${addressOf(name)}.md`;
      return `- [${page}](${address}): ${description}`;
    });
    return `## ${title}\n\n${links.join('\n')}`;
  });
  const whole = '## Optional\n\n- [Everything in one file](/docs/llms-full.txt)';
  return `${['# Heliograph', `> ${SUMMARY}`, ...groups, whole].join('\n\n')}\n`;
}

/** All pages, one after the other. */
export function llmsFullText(pages) {
  return pages.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n') + '\n';
}
