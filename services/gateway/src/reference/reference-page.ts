import { openApiDocument } from '../openapi/document';
import { html, prose } from './html';
import { fieldList, operationSection } from './operation-section';
import { pageFrame } from './page-frame';

/** The reference of the API, rendered from its OpenAPI document. */
export function referencePage(): string {
  const { info, paths, components } = openApiDocument;
  const operations = Object.entries(paths).map(([path, item]) => ({ path, operation: item.get }));
  const navigation = [
    { href: '#content', text: 'Overview' },
    { href: '#authentication', text: 'Authentication' },
    ...operations.map(({ operation }) => ({ href: `#${operation.operationId}`, text: operation.summary })),
    { href: '#schemas', text: 'Schemas' },
    { href: '/docs/errors', text: 'Errors' },
  ];
  const content = html`<h1>${info.title}</h1>
    <p class="lead">${info.summary}</p>
    ${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
    <section id="authentication">
      <h2>Authentication</h2>
      <p>${prose(components.securitySchemes['apiKey']!.description)}</p>
      <pre tabindex="0"><code>Authorization: Bearer hg_live_…</code></pre>
      <p>
        The commands on this page take the address and the key from <code>SIGNALS_API_URL</code> and
        <code>SIGNALS_API_KEY</code>.
      </p>
    </section>
    ${operations.map(({ path, operation }) => operationSection(path, operation))}
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
  return pageFrame('Heliograph API reference', navigation, content);
}
