import { html } from './html';
import { pageFrame } from './page-frame';

/** What is shown to people where there is no page. */
export function notFoundPage(): string {
  const content = html`<h1>Page not found</h1>
    <p class="lead">There is no page at this address.</p>
    <p>
      Continue with the <a href="/docs">reference of the API</a>, that of the
      <a href="/docs/cli">command line</a>, or the <a href="/docs/errors">errors</a>.
    </p>`;
  return pageFrame('Page not found', [{ href: '/docs', text: 'Reference' }], content);
}
