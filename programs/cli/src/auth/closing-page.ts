import { escapeHtml } from '@heliograph/contract';

/** The page the browser shows at the end of a login. */
export interface ClosingPage {
  isSuccess: boolean;
  heading: string;
  text: string;
}

/** Loads and runs nothing; the only style sheet is inline. */
export const CLOSING_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
} as const;

export function closingPage({ isSuccess, heading, text }: ClosingPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)} · signals</title>
<style>
  :root { color-scheme: light dark; --ink: #16181d; --soft: #5b6270; --paper: #f6f7f9; --card: #fff; --line: #e2e5ea; --mark: #1a7f4b }
  @media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #a3abb9; --paper: #101216; --card: #181b21; --line: #2a2f38; --mark: #3fbf7f } }
  ${isSuccess ? '' : ':root { --mark: #b3261e } @media (prefers-color-scheme: dark) { :root { --mark: #ff8a80 } }'}
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink);
    font: 1rem/1.55 system-ui, sans-serif }
  main { width: 100%; max-width: 26rem; padding: 2.5rem 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; text-align: center }
  .mark { width: 3.25rem; height: 3.25rem; margin: 0 auto 1.25rem; border: 2px solid var(--mark); border-radius: 50%; color: var(--mark);
    font-size: 1.5rem; line-height: 3rem }
  h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3 }
  p { margin: 0; color: var(--soft) }
</style>
<main>
  <div class="mark" aria-hidden="true">${isSuccess ? '✓' : '!'}</div>
  <h1>${escapeHtml(heading)}</h1>
  <p>${escapeHtml(text)}</p>
</main>
</html>
`;
}
