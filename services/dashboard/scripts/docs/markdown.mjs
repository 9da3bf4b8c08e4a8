import { Marked } from 'marked';
import { addressOf } from './contents.mjs';
import { exampleTabs, singleBlock, wayOf } from './code.mjs';
import { escapeHtml, textOfHtml } from './html.mjs';

const CALLOUT = /^\[!(NOTE|IMPORTANT|WARNING)\]\s*/;
/** From so many columns on, or characters in the first, a table becomes a list on a phone. */
const STACKED_COLUMNS = 3;
const STACKED_CHARACTERS = 18;
/** Code of up to so many characters is not broken. */
const UNBROKEN_CHARACTERS = 26;

/**
 * A page as HTML. HTML in the source is not let through: what is no comment stands there as text.
 *
 * @returns title, description (its first paragraph), html, headings {level, id, text}, sections {heading, id, text} to search in,
 *   links {href} to other pages and to its own sections.
 */
export function renderMarkdown(name, markdown) {
  const headings = [];
  const links = [];
  const identifiers = new Set();
  const marked = new Marked({ renderer: rendererFor(name, { headings, links, identifiers }) });
  const tokens = withExamples(marked.lexer(markdown));
  const title = tokens.find(({ type, depth }) => type === 'heading' && depth === 1);
  const lead = tokens.find(({ type }) => type === 'paragraph');
  if (!title || !lead) throw new Error(`docs/guide/${name}.md needs a title and a first paragraph`);
  const html = marked.parser(tokens);
  return {
    title: title.text,
    description: textOfHtml(marked.parseInline(lead.text)),
    html,
    headings,
    identifiers,
    links,
    sections: sectionsOf(html, headings),
  };
}

/** Takes blocks of code that stand together and say the same into one token. */
function withExamples(tokens) {
  const result = [];
  let number = 0;
  for (const token of tokens) {
    const last = result.at(-1);
    if (token.type === 'code' && wayOf(token.lang)) {
      const examples = last?.type === 'examples' && !last.ways.has(wayOf(token.lang)) ? last : undefined;
      if (examples) {
        examples.tokens.push(token);
        examples.ways.add(wayOf(token.lang));
      } else {
        result.push({
          type: 'examples',
          raw: '',
          tokens: [token],
          ways: new Set([wayOf(token.lang)]),
          number: ++number,
        });
      }
    } else if (token.type !== 'space' || last?.type !== 'examples') {
      result.push(token);
    }
  }
  return result.map((token) => (token.type === 'examples' ? exampleToken(token) : token));
}

/** As a token that the parser knows. */
function exampleToken({ tokens, number }) {
  return { type: 'code', raw: '', text: '', examples: tokens, number };
}

function rendererFor(name, { headings, links, identifiers }) {
  return {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1>${html}</h1>\n`;
      const text = textOfHtml(html);
      const id = uniqueIdentifier(text, identifiers);
      headings.push({ level: depth, id, text });
      return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`;
    },
    code(token) {
      if (!token.examples) return singleBlock(token);
      return token.examples.length > 1
        ? exampleTabs(token.examples, token.number)
        : singleBlock(token.examples[0]);
    },
    codespan({ text }) {
      const unbroken = text.length <= UNBROKEN_CHARACTERS ? ' class="unbroken"' : '';
      return `<code${unbroken}>${escapeHtml(text)}</code>`;
    },
    blockquote({ tokens }) {
      const first = tokens[0];
      const kind = first?.type === 'paragraph' ? CALLOUT.exec(first.text)?.[1] : undefined;
      if (!kind) return `<blockquote>${this.parser.parse(tokens)}</blockquote>\n`;
      const leading = first.tokens[0];
      leading.text = leading.text.replace(CALLOUT, '');
      leading.tokens = undefined;
      const label = kind[0] + kind.slice(1).toLowerCase();
      return `<aside class="callout callout-${kind.toLowerCase()}" aria-label="${label}"><p class="callout-title">${label}</p>${this.parser.parse(tokens)}</aside>\n`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>`;
      const target = /^(?:(?<page>[a-z-]+)\.md)?(?<section>#.+)?$/.exec(href)?.groups;
      if (!target) return `<a href="${escapeHtml(href)}">${html}</a>`;
      links.push({ page: target.page ?? name, section: target.section?.slice(1) });
      const address = target.page === undefined ? '' : addressOf(target.page);
      return `<a href="${address}${target.section ?? ''}">${html}</a>`;
    },
    table({ header, rows }) {
      const names = header.map(({ tokens }) => this.parser.parseInline(tokens));
      const head = names.map((html) => `<th role="columnheader" scope="col">${html}</th>`).join('');
      const body = rows.map((cells) => {
        const columns = cells.map(({ tokens }, index) => {
          const html = this.parser.parseInline(tokens);
          return `<td role="cell" data-label="${escapeHtml(textOfHtml(names[index]))}">${html}</td>`;
        });
        return `<tr role="row">${columns.join('')}</tr>`;
      });
      const isPair = header.length < STACKED_COLUMNS;
      const isLong = rows.some(([{ text }]) => text.length > STACKED_CHARACTERS);
      const stacked = !isPair || isLong ? ` stacked${isPair ? ' pair' : ''}` : '';
      return `<div class="table${stacked}" tabindex="0" role="group" aria-label="Table: ${escapeHtml(names.map(textOfHtml).join(', '))}"><table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join('')}</tbody></table></div>\n`;
    },
    list(token) {
      if (name !== 'index') return false;
      const items = token.items.map((item) => {
        const html = this.parser.parse(item.tokens, false);
        return `<li>${html.replace(/^(<a [^>]*>.*?<\/a>):? (.*)$/s, '$1<span class="card-text">$2</span>')}</li>`;
      });
      return `<ul class="cards">${items.join('')}</ul>\n`;
    },
    html({ text }) {
      return /^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : escapeHtml(text);
    },
  };
}

/** As GitHub makes them, so that links work there too. */
function uniqueIdentifier(text, identifiers) {
  const base = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  let identifier = base;
  for (let number = 1; identifiers.has(identifier); number += 1) identifier = `${base}-${number}`;
  identifiers.add(identifier);
  return identifier;
}

/** What stands below each heading, as text. */
function sectionsOf(html, headings) {
  const parts = html.split(/<h[2-6] id="[^"]*">.*?<\/h[2-6]>/s).map(wordsOf);
  const rest = headings.map((heading, index) => ({ heading, text: parts[index + 1] }));
  return [{ text: parts[0] }, ...rest];
}

function wordsOf(html) {
  const text = html
    .replaceAll(/<h1>.*?<\/h1>|<div class="tabs".*?<\/div>|<p class="way-name".*?<\/p>/gs, '')
    .replaceAll(/<\/(?:p|li|td|th|pre|div)>/g, ' ');
  return textOfHtml(text).replaceAll(/\s+/g, ' ').trim();
}
