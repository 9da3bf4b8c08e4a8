import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from './html';

const STYLE = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #16181d; --quiet: #545b68; --line: #7d8593;
  --action: #1f5fd6; --on-action: #fff; --warn: #fff3d6; --on-warn: #5c3d00; --fault: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --page: #101216; --card: #1a1d23; --text: #eceef2; --quiet: #a9b0bd; --line: #79818f;
    --action: #8ab4ff; --on-action: #0b1a33; --warn: #3d2f0b; --on-warn: #ffe2a3; --fault: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem; min-height: 100vh; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; background: var(--card); border-radius: .75rem;
  overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
a { color: var(--action); }
.notice { padding: .75rem 1rem; border-radius: .5rem; background: var(--warn); color: var(--on-warn); }
label { display: block; font-weight: 600; }
.field { margin-bottom: 1rem; }
input[type=email], input[type=text] { width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit;
  color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
input[aria-invalid] { border-color: var(--fault); border-width: 2px; }
.fault { margin: .25rem 0 0; color: var(--fault); }
.quiet { color: var(--quiet); font-weight: 400; }
.choice { display: flex; gap: .6rem; align-items: center; min-height: 2.75rem; }
.choice input { width: 1.15rem; height: 1.15rem; flex: none; accent-color: var(--action); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  border-radius: .5rem; border: 1px solid var(--action); background: var(--action); color: var(--on-action); }
button.other { background: transparent; color: var(--action); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  status: number;
  title: string;
  /** HTML. */
  content: string;
}

/** Headers of every page: no scripts, no framing. */
export function pageHeaders(formTargets: readonly string[]): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    // Chromium holds the redirects that follow a form to form-action too, so the way back to the dashboard is named.
    'Content-Security-Policy':
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${formTargets.join(' ')}; ` +
      `frame-ancestors 'none'; base-uri 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
}

export function renderPage({ title, content }: Page): string {
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n</head>\n` +
    `<body>\n<main>\n<h1>${escapeHtml(title)}</h1>\n${content}\n</main>\n</body>\n</html>\n`
  );
}

/** Answers with a page. */
export function sendPage(response: ServerResponse, page: Page, formTargets: readonly string[]): void {
  for (const [name, value] of Object.entries(pageHeaders(formTargets))) response.setHeader(name, value);
  response.statusCode = page.status;
  response.end(renderPage(page));
}
