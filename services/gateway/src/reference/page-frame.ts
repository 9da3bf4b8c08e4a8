import { API_VERSION } from '@heliograph/contract';
import { html, type Html } from './html';

export interface Link {
  href: string;
  text: string;
}

/** A whole page: navigation, content, our own style sheet and script and nothing else. */
export function pageFrame(title: string, navigation: readonly Link[], content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/reference.css" />
        <script src="/docs/reference.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <a class="brand" href="/docs">Heliograph API <small>${API_VERSION}</small></a>
          <a href="/docs/cli">Command line</a>
          <a href="/docs/errors">Errors</a>
          <a href="/api/v1/openapi.json">OpenAPI</a>
          <a href="/docs/guides">Guides</a>
          <a href="/docs/dashboard">Dashboard</a>
        </header>
        <div class="columns">
          <nav aria-label="On this page">
            <ul>
              ${navigation.map((link) => html`<li><a href="${link.href}">${link.text}</a></li>`)}
            </ul>
          </nav>
          <main id="content" tabindex="-1">${content}</main>
        </div>
      </body>
    </html> `.markup;
}
