import { clientDocument, openApiDocument, operationOf } from '@heliograph/contract';
import { html, prose, type Html } from './html';
import { fieldList, operationSection, type Shown } from './operation-section';
import { pageFrame } from './page-frame';

/** The reference of the API, rendered from its OpenAPI document. */
export function referencePage(): string {
  return renderDocument(
    { document: openApiDocument, page: '/docs' },
    html`<p>${prose(openApiDocument.components.securitySchemes['apiKey']!.description)}</p>
      <pre tabindex="0"><code>Authorization: Bearer hg_live_…</code></pre>
      <p>
        The commands on this page take the address and the key from <code>SIGNALS_API_URL</code> and
        <code>SIGNALS_API_KEY</code>. The command-line client has
        <a href="/docs/cli">an interface of its own</a>.
      </p>`,
  );
}

/** The reference of the command-line client's interface. */
export function clientReferencePage(): string {
  return renderDocument(
    { document: clientDocument, page: '/docs/cli' },
    html`<p>${prose(clientDocument.components.securitySchemes['accessToken']!.description)}</p>
      <pre tabindex="0"><code>Authorization: Bearer hg_cli_…</code></pre>
      <p>
        People log in with <code>signals login</code> and never see a token. Programs use
        <a href="/docs">the API</a>, with API keys.
      </p>`,
  );
}

function renderDocument(shown: Shown, authentication: Html): string {
  const { info, paths, components } = shown.document;
  const items = Object.entries(paths);
  const navigation = [
    { href: '#content', text: 'Overview' },
    { href: '#authentication', text: 'Authentication' },
    ...items.map(([, item]) => {
      const { operation } = operationOf(item);
      return { href: `#${operation.operationId}`, text: operation.summary };
    }),
    { href: '#schemas', text: 'Schemas' },
    { href: '/docs/errors', text: 'Errors' },
  ];
  const content = html`<h1>${info.title}</h1>
    <p class="lead">${info.summary}</p>
    ${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <section id="authentication">
      <h2>Authentication</h2>
      ${authentication}
    </section>
    ${items.map(([path, item]) => operationSection(shown, path, item))}
    <section id="schemas">
      <h2>Schemas</h2>
      ${Object.entries(components.schemas).map(
        ([name, schema]) =>
          html`<section id="schema-${name}">
            <h3>${name}</h3>
            ${schema.description ? html`<p>${prose(schema.description)}</p>` : undefined}${fieldList(schema)}
          </section>`,
      )}
    </section>`;
  return pageFrame(`${info.title} reference`, navigation, content);
}
