const SUMMARY =
  'A self-hostable data API for published company signals (funding, hiring, acquisitions, launches): keyword, structured, and semantic ' +
  'search, metered by the record. REST with API keys, a command-line client (`signals`), and a TypeScript SDK (`@heliograph/sdk`).';

/** The list of pages for language models (https://llmstxt.org). */
export function llmsText(contents) {
  const sections = contents.map(({ title, pages }) => {
    const links = pages.map(
      ({ name, title, description }) => `- [${title}](/docs/${name}.md): ${description}`,
    );
    return `## ${title}\n\n${links.join('\n')}`;
  });
  const optional =
    '## Optional\n\n- [OpenAPI document](/docs/openapi.json)\n- [Everything in one file](/docs/llms-full.txt)';
  return `${['# Heliograph', `> ${SUMMARY}`, ...sections, optional].join('\n\n')}\n`;
}

/** All pages in one file. */
export function llmsFullText(contents) {
  const pages = contents.flatMap((section) => section.pages);
  return `${pages.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')}\n`;
}
