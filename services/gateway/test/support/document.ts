import { openApiDocument, type OpenApiDocument, type Reference, type Schema } from '@heliograph/contract';

/** The API's document or the command-line client's. */
export type AnyDocument = OpenApiDocument;

/** Follows a reference inside a document, by default the API's. */
export function resolve<Target extends object>(
  value: Target | Reference,
  document: AnyDocument = openApiDocument,
): Target {
  if (!('$ref' in value)) return value;
  const path = value.$ref.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as Target;
}

/** A field of a schema, with the path to it. */
interface Field {
  path: string;
  schema: Schema | Reference;
}

/** All fields of a schema, including nested ones; fields of referenced schemas are not repeated. */
export function fieldsOf(schema: Schema | Reference, prefix = ''): Field[] {
  if ('$ref' in schema) return [];
  if (schema.items) return fieldsOf(schema.items, `${prefix}[]`);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    return [{ path, schema: inner }, ...fieldsOf(inner, path)];
  });
}
