import type { MediaType, OperationObject, Parameter, Response, Schema } from '../openapi/types';
import { codeBlock, html, prose, type Html } from './html';
import { examplesOf, fieldsOf, headersOf, nameOf, resolve, wordsOf, wordsOfParameter } from './schema-words';

const PLACES = [
  { place: 'path', title: 'In the path' },
  { place: 'query', title: 'In the query' },
  { place: 'header', title: 'Headers' },
] as const;

/** One operation with its parameters, answers and commands to try. */
export function operationSection(path: string, operation: OperationObject): Html {
  const parameters = operation.parameters.map((parameter) => resolve(parameter));
  return html`<section id="${operation.operationId}">
    <h2>${operation.summary}</h2>
    <p class="route"><span class="method">GET</span> <code>/api/v1${path}</code></p>
    <p>${prose(operation.description)}</p>
    ${operation['x-codeSamples'].map((sample) => codeBlock(sample.source, `${sample.label}, curl`))}
    ${PLACES.map(({ place, title }) =>
      parameterList(
        title,
        operation.operationId,
        parameters.filter((parameter) => parameter.in === place),
      ),
    )}
    <h3>Answers</h3>
    ${Object.entries(operation.responses).map(([status, response]) => responseDetails(status, resolve(response)))}
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

function responseDetails(status: string, response: Response): Html {
  const isGood = Number(status) < 400;
  return html`<details ${isGood ? html`open` : undefined}>
    <summary><code>${status}</code> ${prose(response.description)}</summary>
    ${Object.entries(response.content ?? {}).map(([type, media]) => bodyOf(type, media))}
    <h4>Headers</h4>
    <dl class="fields">
      ${headersOf(response).map(
        ({ name, header }) =>
          html`<div>
            <dt><code>${name}</code> <span class="form">${wordsOf(header.schema)}</span></dt>
            <dd><p>${prose(header.description)}</p></dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

function bodyOf(type: string, media: MediaType): Html {
  const name = schemaNames(media.schema);
  return html`<p><code>${type}</code>${name.length > 0 ? html`: ${name}` : undefined}</p>
    ${examplesOf(media).map(
      (example) =>
        html`<p class="example">${example.name}</p>
          ${codeBlock(JSON.stringify(example.value, null, 2), example.name)}`,
    )}`;
}

function schemaNames(schema: MediaType['schema']): Html[] {
  if ('$ref' in schema) {
    const name = nameOf(schema);
    return [html`<a href="/docs#schema-${name}">${name}</a> `];
  }
  return ((schema as Schema).anyOf ?? []).flatMap((choice) => schemaNames(choice));
}
