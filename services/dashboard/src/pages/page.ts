import { createHash } from 'node:crypto';
import { HTML_CONTENT_TYPE, type Exchange } from '../http/exchange';

const STYLE = `
:root { color-scheme: light dark; --page: #f6f6f3; --card: #fff; --text: #16181d; --line: #7d8593;
  --action: #1f5fd6; --on-action: #fff; --warn: #fff3d6; --on-warn: #5c3d00; }
@media (prefers-color-scheme: dark) {
  :root { --page: #111214; --card: #1a1d23; --text: #eceef2; --line: #79818f;
    --action: #8ab4ff; --on-action: #0b1a33; --warn: #3d2f0b; --on-warn: #ffe2a3; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem; background: var(--card); border-radius: .75rem;
  overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p, dl { margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
a { color: var(--action); }
.notice { padding: .75rem 1rem; border-radius: .5rem; background: var(--warn); color: var(--on-warn); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
form { flex: 1 1 8rem; display: flex; }
button { flex: 1; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  border-radius: .5rem; border: 1px solid var(--action); background: var(--action); color: var(--on-action); }
button.other { background: transparent; color: var(--action); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page that is made here and works without scripts. */
export interface Page {
  title: string;
  /** HTML; see {@link markup}. */
  content: Html;
}

/** Text that is HTML by now. */
interface Html {
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML: what is put into it is escaped, unless it is HTML itself. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const texts = values.map((value) =>
    typeof value === 'string' ? value.replace(/[&<>"']/g, (character) => ENTITIES[character]!) : value.text,
  );
  return { text: parts.map((part, index) => part + (texts[index] ?? '')).join('') };
}

export function sendPage(exchange: Exchange, status: number, { title, content }: Page): void {
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Heliograph</title>
        <style>${{ text: STYLE }}</style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  exchange.setHeader('Content-Security-Policy', POLICY);
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.send(status, HTML_CONTENT_TYPE, page.text);
}
