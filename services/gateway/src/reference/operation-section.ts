import {
  operationOf,
  type MediaType,
  type Parameter,
  type PathItem,
  type PostItem,
  type RequestBody,
  type Response,
  type Schema,
} from '@heliograph/contract';
import { codeBlock, html, prose, type Html } from './html';
import {
  examplesOf,
  fieldsOf,
  headersOf,
  nameOf,
  resolve,
  wordsOf,
  wordsOfParameter,
  type AnyDocument,
} from './schema-words';

const PLACES = [
  { place: 'path', title: 'In the path' },
  { place: 'query', title: 'In the query' },
  { place: 'header', title: 'Headers' },
] as const;

/** A document, and the page that shows it. */
export interface Shown {
  document: AnyDocument;
  /** Its path. */
  page: string;
}

/** One operation with its parameters, answers and commands to try. */
export function operationSection(shown: Shown, path: string, item: PathItem | PostItem): Html {
  const { document } = shown;
  const { method, operation } = operationOf(item);
  const parameters = operation.parameters.map((parameter) => resolve(parameter, document));
  return html`<section id="${operation.operationId}">
    <h2>${operation.summary}</h2>
    <p class="route"><span class="method">${method}</span> <code>${document.servers[0]!.url}${path}</code></p>
    <p>${prose(operation.description)}</p>
    ${operation['x-codeSamples'].map((sample) => codeBlock(sample.source, `${sample.label}, curl`))}
    ${PLACES.map(({ place, title }) =>
      parameterList(
        title,
        operation.operationId,
        parameters.filter((parameter) => parameter.in === place),
      ),
    )}
    ${operation.requestBody ? bodySection(shown, operation.requestBody) : undefined}
    <h3>Answers</h3>
    ${Object.entries(operation.responses).map(([status, response]) =>
      responseDetails(shown, status, resolve(response, document)),
    )}
  </section>`;
}

function parameterList(
  title: string,
  operationId: string,
  parameters: readonly Parameter[],
): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h3>${title}</h3>
    <dl class="fields">
      ${parameters.map((parameter) => {
        const id = `${operationId}-${parameter.name}`;
        const json = parameter.content?.['application/json'];
        return html`<div id="${id}">
          <dt>
            <a href="#${id}"><code>${parameter.name}</code></a>
            ${parameter.required ? html`<em>required</em>` : undefined}
            <span class="form">${wordsOfParameter(parameter)}</span>
          </dt>
          <dd>
            <p>${prose(parameter.description)}</p>
            ${json ? fieldList(json.schema) : undefined}${exampleOf(parameter)}
          </dd>
        </div>`;
      })}
    </dl>`;
}

function exampleOf(parameter: Parameter): Html | undefined {
  const example = parameter.example ?? parameter.content?.['application/json']?.example;
  if (example === undefined) return undefined;
  let written: string;
  if (parameter.content) written = JSON.stringify(example);
  else written = Array.isArray(example) ? example.join(',') : String(example);
  return html`<p class="example">Example: <code>${written}</code></p>`;
}

/** The fields inside an object or array. */
export function fieldList(schema: Parameters<typeof fieldsOf>[0]): Html | undefined {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return undefined;
  return html`<ul class="inner">
    ${fields.map(
      ({ path, required, schema: inner }) =>
        html`<li>
          <code>${path}</code> ${required ? html`<em>required</em>` : undefined}
          <span class="form">${wordsOf(inner)}</span>
          ${'$ref' in inner ? undefined : prose(inner.description ?? '')}
        </li>`,
    )}
  </ul>`;
}

function bodySection(shown: Shown, { content }: RequestBody): Html {
  return html`<h3>Body</h3>
    ${Object.entries(content).map(([type, media]) => bodyOf(shown, type, media))}`;
}

function responseDetails(shown: Shown, status: string, response: Response): Html {
  const isGood = Number(status) < 400;
  return html`<details ${isGood ? html`open` : undefined}>
    <summary><code>${status}</code> ${prose(response.description)}</summary>
    ${Object.entries(response.content ?? {}).map(([type, media]) => bodyOf(shown, type, media))}
    <h4>Headers</h4>
    <dl class="fields">
      ${headersOf(response, shown.document).map(
        ({ name, header }) =>
          html`<div>
            <dt><code>${name}</code> <span class="form">${wordsOf(header.schema)}</span></dt>
            <dd><p>${prose(header.description)}</p></dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

function bodyOf(shown: Shown, type: string, media: MediaType): Html {
  const name = schemaNames(shown, media.schema);
  return html`<p><code>${type}</code>${name.length > 0 ? html`: ${name}` : undefined}</p>
    ${examplesOf(media).map(
      (example) =>
        html`<p class="example">${example.name}</p>
          ${codeBlock(JSON.stringify(example.value, null, 2), example.name)}`,
    )}`;
}

function schemaNames(shown: Shown, schema: MediaType['schema']): Html[] {
  if ('$ref' in schema) {
    const name = nameOf(schema);
    return [html`<a href="${shown.page}#schema-${name}">${name}</a> `];
  }
  return ((schema as Schema).anyOf ?? []).flatMap((choice) => schemaNames(shown, choice));
}
