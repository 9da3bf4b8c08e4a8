import { escapeHtml } from '@heliograph/contract';
import { createHash } from 'node:crypto';
import { HTML_CONTENT_TYPE, type Exchange } from '../http/exchange';
import { BRAND, STYLE } from './look';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "font-src 'self'",
  // Only audits connect, to read /robots.txt: no script runs here.
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page rendered here that works without scripts. */
export interface Page {
  title: string;
  /** For search engines; pages without one are kept out of their index. */
  description?: string;
  /** HTML; see {@link markup}. */
  content: Html;
}

/** Text that is already HTML. */
interface Html {
  readonly text: string;
}

/** A template of HTML: interpolated values are escaped, unless they are HTML themselves. */
export function markup(parts: TemplateStringsArray, ...values: (string | Html)[]): Html {
  const texts = values.map((value) => (typeof value === 'string' ? escapeHtml(value) : value.text));
  return { text: parts.map((part, index) => part + (texts[index] ?? '')).join('') };
}

export function sendPage(exchange: Exchange, status: number, { title, description, content }: Page): void {
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${
          description === undefined
            ? markup`<meta name="robots" content="noindex" />`
            : markup`<meta name="description" content="${description}" />`
        }
        <title>${title} – Heliograph</title>
        <style>${{ text: STYLE }}</style>
      </head>
      <body>
        ${{ text: BRAND }}
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
