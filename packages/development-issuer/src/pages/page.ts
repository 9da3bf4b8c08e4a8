import { escapeHtml } from '@heliograph/contract';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** How the pages look: like the program that mounts the issuer. */
export interface PageLook {
  /** CSS. */
  style: string;
  /** HTML above each page's content. */
  brand: string;
}

export interface Page {
  status: number;
  title: string;
  /** HTML. */
  content: string;
}

/** Headers of every page: no scripts, no framing. */
export function pageHeaders({ style }: PageLook, formTargets: readonly string[]): Record<string, string> {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    // Only audits connect, to read /robots.txt. Chromium also applies form-action to the redirects after a form, so the
    // way back to the dashboard is listed.
    'Content-Security-Policy':
      `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; connect-src 'self'; ` +
      `form-action 'self' ${formTargets.join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}

export function renderPage({ style, brand }: PageLook, { title, content }: Page): string {
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<meta name="description" content="Sign in as anyone, for development.">\n` +
    `<title>${escapeHtml(title)}</title>\n<style>${style}</style>\n</head>\n` +
    `<body>\n${brand}\n<main>\n<h1>${escapeHtml(title)}</h1>\n${content}\n</main>\n</body>\n</html>\n`
  );
}

/** Sends a page. */
export function sendPage(
  response: ServerResponse,
  look: PageLook,
  page: Page,
  formTargets: readonly string[],
): void {
  for (const [name, value] of Object.entries(pageHeaders(look, formTargets))) response.setHeader(name, value);
  response.statusCode = page.status;
  response.end(renderPage(look, page));
}
