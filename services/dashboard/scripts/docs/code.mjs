import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeHtml } from './html.mjs';

highlighter.registerLanguage('bash', bash);
highlighter.registerLanguage('json', json);
highlighter.registerLanguage('ts', typescript);

const LANGUAGES = { bash: 'bash', sh: 'bash', json: 'json', ts: 'ts', text: undefined };

/** The ways in which an example is written: the second word behind the fence, and what its tab says. */
export const WAYS = { curl: 'curl', cli: 'Command line', sdk: 'SDK' };

/** @param info what stands behind the fence. */
export function wayOf(info = '') {
  const way = info.split(' ')[1];
  return way in WAYS ? way : undefined;
}

/** A block of code, with classes for its colours. */
export function codeBlock({ text, lang: info = '' }) {
  const language = info.split(' ')[0] || 'text';
  if (!(language in LANGUAGES)) throw new Error(`nothing highlights "${language}"`);
  const grammar = LANGUAGES[language];
  const html = grammar ? highlighter.highlight(text, { language: grammar }).value : escapeHtml(text);
  return `<pre tabindex="0"><code>${html}</code></pre>`;
}

/** One block, with a place for its copy button. */
export function singleBlock(token) {
  return `<div class="code">${codeBlock(token)}</div>\n`;
}

/**
 * The same example in several ways. Without scripts they stand one below the other, each with its name; the sheet and the
 * script make tabs of them.
 */
export function exampleTabs(tokens, number) {
  const ways = tokens.map((token) => ({ token, way: wayOf(token.lang) }));
  const tabs = ways.map(
    ({ way }) =>
      `<button type="button" role="tab" id="example-${number}-${way}" aria-controls="example-${number}-${way}-panel" data-way="${way}">${WAYS[way]}</button>`,
  );
  const panels = ways.map(
    ({ token, way }) =>
      `<section class="way" role="group" id="example-${number}-${way}-panel" aria-label="${WAYS[way]}" data-way="${way}"><p class="way-name" aria-hidden="true">${WAYS[way]}</p>${codeBlock(token)}</section>`,
  );
  return `<div class="code examples"><div class="tabs" role="tablist" aria-label="Ways to call">${tabs.join('')}</div>${panels.join('')}</div>\n`;
}
