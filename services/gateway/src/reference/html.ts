/** Markup that is safe to put into a page as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

type Content = string | number | Html | undefined | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.markup;
  if (Array.isArray(content)) return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Markup from a template; whatever is put in is escaped unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return new Html(parts.map((part, index) => part + render(contents[index])).join(''));
}

/** A text in which `backticks` mark code, as the descriptions are written. */
export function prose(text: string): Html {
  return new Html(
    text
      .split('`')
      .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`).markup)
      .join(''),
  );
}

/** A block of code that can be scrolled by keyboard and copied by a button that the script adds. */
export function codeBlock(code: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;
}
