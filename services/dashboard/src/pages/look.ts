/** Built by web/dashboard; the browser has usually cached it from the web app by then. */
const TYPEFACE = '/assets/inter-latin-wght-normal-5.3.0.woff2';

/** Styles for pages that work without scripts: they look like the web app, in the browser's color scheme. */
export const STYLE = `
@font-face { font-family: Inter; font-weight: 400 700; font-display: optional; src: url(${TYPEFACE}) format('woff2'); }
:root { color-scheme: light dark; --page: #f6f6f3; --card: #fff; --border: #e1dfd8; --text: #1c1b18; --quiet: #5d5a52;
  --line: #88857b; --action: #1f4fc4; --link: #1f4fc4; --brand: #d97706; --warn: #fdf2da; --warn-line: #e8c987;
  --on-warn: #7a4a00; --fault: #b3261e; --good: #1a7f37; }
@media (prefers-color-scheme: dark) {
  :root { --page: #111214; --card: #1a1b1e; --border: #313439; --text: #ededea; --quiet: #a8abb2; --line: #7a7f89;
    --action: #3f68de; --link: #93b2ff; --brand: #f59e0b; --warn: #2d2411; --warn-line: #66501f; --on-warn: #f3c871;
    --fault: #ff9f96; --good: #6fdd8b; }
}
* { box-sizing: border-box; }
body { display: flex; flex-direction: column; gap: 1.5rem; align-items: center; justify-content: center; margin: 0;
  min-height: 100vh; min-height: 100dvh; padding: 1.5rem 1rem; background: var(--page); color: var(--text);
  font: .9375rem/1.5 Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  -webkit-font-smoothing: antialiased; }
header { display: flex; gap: .5rem; align-items: center; font-size: 1.1875rem; font-weight: 650; letter-spacing: -.01em; }
header svg { width: 1.75rem; height: 1.75rem; fill: var(--brand); stroke: var(--brand); stroke-width: 2.5;
  stroke-linecap: round; }
main { width: 100%; max-width: 28rem; padding: 2rem; background: var(--card); border: 1px solid var(--border);
  border-radius: .75rem; box-shadow: 0 1px 2px rgb(28 27 24 / 5%); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.25; }
p, dl { margin: 0 0 1.25rem; }
main > :last-child { margin-bottom: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .375rem 1.5rem; font-variant-numeric: tabular-nums; }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 550; text-align: end; }
a { color: var(--link); text-underline-offset: .15em; }
.notice { padding: .625rem .875rem; border: 1px solid var(--warn-line); border-radius: .5rem; background: var(--warn);
  color: var(--on-warn); font-size: .8125rem; }
.notice strong { font-weight: 550; }
.notice p { margin: .25rem 0 0; white-space: pre-line; }
div.notice { margin-bottom: 1.25rem; }
.parts { margin: 0 0 1.25rem; padding: 0; list-style: none; border-block: 1px solid var(--border); }
.parts li { display: flex; flex-wrap: wrap; gap: .125rem 1rem; justify-content: space-between; padding: .625rem 0; }
.parts li + li { border-top: 1px solid var(--border); }
.state { display: inline-flex; gap: .5rem; align-items: center; color: var(--quiet); }
.state::before { content: ''; width: .625rem; height: .625rem; border: 2px solid currentcolor; border-radius: 50%; }
.state.operational { color: var(--good); }
.state.operational::before { background: currentcolor; }
.state.degraded { color: var(--on-warn); font-weight: 550; }
.state.unavailable { color: var(--fault); font-weight: 550; }
.links { display: flex; gap: 1.25rem; }
label { display: block; font-weight: 550; }
.field { margin-bottom: 1rem; }
input[type=email], input[type=text] { width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .375rem .75rem;
  font: inherit; font-size: 1rem; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; }
input[aria-invalid] { border-color: var(--fault); border-width: 2px; }
.fault { margin: .25rem 0 0; color: var(--fault); font-size: .8125rem; }
.quiet { color: var(--quiet); font-weight: 400; }
.choice { display: flex; gap: .625rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.choice input { width: 1.125rem; height: 1.125rem; flex: none; margin: 0; accent-color: var(--action); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
.actions form { display: flex; flex: 1 1 8rem; }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 550; cursor: pointer;
  border-radius: .5rem; border: 1px solid var(--action); background: var(--action); color: #fff; }
button:hover { filter: brightness(.92); }
button.other { background: var(--card); border-color: var(--line); color: var(--text); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;

/** The page header, as HTML. */
export const BRAND =
  '<header><svg viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="6"/>' +
  '<path d="M16 3v4M16 25v4M3 16h4M25 16h4M6.8 6.8l2.9 2.9M22.3 22.3l2.9 2.9M6.8 25.2l2.9-2.9M22.3 9.7l2.9-2.9"/></svg>' +
  '<span>Heliograph</span></header>';
