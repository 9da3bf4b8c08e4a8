import { addressOf } from './contents.mjs';
import { escapeHtml } from './html.mjs';

const MENU_ICON =
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5.5h14M3 10h14M3 14.5h14" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/></svg>';
const SEARCH_ICON =
  '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="9" cy="9" r="5.5" fill="none" stroke="currentColor" stroke-width="1.75"/><path d="m13.2 13.2 3.8 3.8" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/></svg>';

/** A page of the site. */
export function pageDocument(page, pages, contents) {
  const { name, title, description, html, headings } = page;
  const number = pages.indexOf(page);
  const onThisPage = headings.filter(({ level }) => level <= 3);
  const sections =
    onThisPage.length > 1
      ? `<nav class="sections" aria-label="On this page"><p>On this page</p>${sectionList(onThisPage)}</nav>`
      : '';
  return frame(pages, contents, {
    name,
    title: name === 'index' ? 'Heliograph documentation' : `${title} · Heliograph docs`,
    description,
    links: `<link rel="alternate" type="text/markdown" href="/docs/${name}.md">\n`,
    main: `<article>
${withContents(html, onThisPage, name)}
</article>
<footer class="end">
<nav class="turn" aria-label="Previous and next page">${turn(pages[number - 1], 'previous')}${turn(pages[number + 1], 'next')}</nav>
<p class="formats"><a href="/docs/${name}.md">This page as Markdown</a><a href="/llms.txt">llms.txt</a></p>
</footer>`,
    sections,
  });
}

/** What is shown where there is no page. */
export function notFoundDocument(pages, contents) {
  return frame(pages, contents, {
    name: undefined,
    title: 'Page not found · Heliograph docs',
    description: 'There is no page at this address.',
    links: '<meta name="robots" content="noindex">\n',
    main: `<article>
<h1>Page not found</h1>
<p>There is no page at this address. It may have been moved, or the link may be wrong.</p>
<p>Search above, pick a page from the menu, or go back to the <a href="/docs">overview</a> or to the <a href="/">dashboard</a>.</p>
</article>`,
    sections: '',
  });
}

/** What all pages have around them. */
function frame(pages, contents, { name, title, description, links, main, sections }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f6f6f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#111214" media="(prefers-color-scheme: dark)">
<meta name="description" content="${escapeHtml(description)}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/assets/mark.svg" type="image/svg+xml">
${links}<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/docs.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs"><img src="/docs/assets/mark.svg" alt="" width="26" height="26"><span>Heliograph</span><span class="brand-part">Docs</span></a>
<div class="search" role="search" hidden>${SEARCH_ICON}<input type="search" id="docs-search" role="combobox" aria-label="Search the documentation" aria-autocomplete="list" aria-expanded="false" aria-controls="docs-search-results" placeholder="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div id="docs-search-results" class="search-results" role="listbox" aria-label="Results" hidden></div><p class="visually-hidden" role="status"></p></div>
<a class="bar-link" href="/">Dashboard</a>
<details class="menu"><summary aria-label="Menu">${MENU_ICON}</summary><nav aria-label="Pages">${navigation(name, pages, contents)}<p class="menu-end"><a href="/">Dashboard</a></p></nav></details>
</header>
<div class="frame">
<nav class="side" aria-label="Documentation">${navigation(name, pages, contents)}</nav>
<main id="main" tabindex="-1">
${main}
</main>
${sections}
</div>
</body>
</html>
`;
}

function navigation(current, pages, contents) {
  return contents
    .map(({ title, pages: names }) => {
      const links = names.map((name) => {
        const { title: page } = pages.find((candidate) => candidate.name === name);
        const label = name === 'index' ? 'Overview' : page;
        return `<li><a href="${addressOf(name)}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`;
      });
      return `<p class="group">${escapeHtml(title)}</p><ul>${links.join('')}</ul>`;
    })
    .join('');
}

/** The list of sections behind title and first paragraph, for windows that have no room for it at the side. */
function withContents(html, headings, name) {
  if (headings.length < 3 || name === 'index') return html;
  const list = `<details class="sections-inline"><summary>On this page</summary>${sectionList(headings)}</details>`;
  return html.replace('</p>\n', `</p>\n${list}\n`);
}

function sectionList(headings) {
  const items = headings.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

function turn(page, direction) {
  if (!page) return '<span></span>';
  const label = direction === 'next' ? 'Next' : 'Previous';
  return `<a class="${direction}" rel="${direction === 'next' ? 'next' : 'prev'}" href="${addressOf(page.name)}"><span>${label}</span>${escapeHtml(page.title)}</a>`;
}
