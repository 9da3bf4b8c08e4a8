import {
  openApiDocument,
  type Header,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  type PathItem,
  type PostItem,
  type Reference,
  type Response,
  type Schema,
} from '@heliograph/contract';

/** Either document. */
export type AnyDocument = OpenApiDocument<PathItem | PostItem>;

/** Follows a reference inside a document; the API's, unless another is named. */
export function resolve<Target extends object>(
  value: Target | Reference,
  document: AnyDocument = openApiDocument,
): Target {
  if (!('$ref' in value)) return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Target;
}

/** The name of a referenced component. */
export function nameOf(reference: Reference): string {
  return reference.$ref.slice(reference.$ref.lastIndexOf('/') + 1);
}

/** What a schema allows, in a few words: `text · 3 to 1000 characters`. */
export function wordsOf(schema: Schema | Reference): string {
  if ('$ref' in schema) return nameOf(schema);
  const words = [typeWords(schema)];
  const span = (least: number | undefined, most: number | undefined, noun: string) => {
    if (least !== undefined && most !== undefined) words.push(`${least} to ${most} ${noun}`.trim());
    else if (most !== undefined) words.push(`at most ${most} ${noun}`.trim());
    else if (least !== undefined) words.push(`at least ${least} ${noun}`.trim());
  };
  span(schema.minLength, schema.maxLength, 'characters');
  span(schema.minimum, schema.maximum, '');
  span(schema.minItems, schema.maxItems, 'items');
  if (schema.format) words.push(schema.format);
  if (schema.enum) words.push(`one of ${schema.enum.join(', ')}`);
  if (schema.const !== undefined) words.push(`always ${String(schema.const)}`);
  if (schema.pattern) words.push(`matches ${schema.pattern}`);
  if (schema.default !== undefined) words.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.type === 'array' && schema.items) words.push(`each: ${wordsOf(schema.items)}`);
  return words.join(' · ');
}

function typeWords({ type, anyOf }: Schema): string {
  if (anyOf) return anyOf.map((choice) => wordsOf(choice)).join(' or ');
  if (type === undefined) return 'value';
  return typeof type === 'string' ? type : type.join(' or ');
}

/** What a parameter allows; the inside of a JSON parameter is left to its fields. */
export function wordsOfParameter(parameter: Parameter): string {
  const json = parameter.content?.['application/json'];
  if (json) return `URL-encoded JSON · ${wordsOf(json.schema)}`;
  const words = wordsOf(parameter.schema!);
  return parameter.style === 'form' ? `comma-separated ${words}` : words;
}

/** A field of a schema, with the path that leads to it. */
export interface Field {
  path: string;
  required: boolean;
  schema: Schema | Reference;
}

/** All fields of a schema, those inside others too; fields of referenced schemas are not repeated. */
export function fieldsOf(schema: Schema | Reference, prefix = ''): Field[] {
  if ('$ref' in schema) return [];
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    return [
      { path, required: schema.required?.includes(name) === true, schema: inner },
      ...fieldsOf(inner, path),
    ];
  });
}

export function headersOf(response: Response, document: AnyDocument): { name: string; header: Header }[] {
  return Object.entries(response.headers ?? {}).map(([name, header]) => ({
    name,
    header: resolve(header, document),
  }));
}

/** The examples of a body, named. */
export function examplesOf(media: MediaType): { name: string; value: unknown }[] {
  if (media.example !== undefined) return [{ name: 'Example', value: media.example }];
  return Object.entries(media.examples ?? {}).map(([name, { value }]) => ({ name, value }));
}
