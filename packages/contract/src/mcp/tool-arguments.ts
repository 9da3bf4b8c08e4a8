import type { Schema } from '../json-schema';
import { openApiDocument } from '../openapi/document';
import { operationsOf, type OperationObject, type Parameter } from '../openapi/types';
import { rowOf, type SearchParameter } from '../search/search-parameters';
import { toolOf, type ToolName } from './tools';

/** The argument of paid tools that bounds the cost of a call. Sent as a header. */
export const MAXIMUM_RECORDS_ARGUMENT = 'max_records';

/** How an argument becomes part of the request. */
export interface ToolArgument {
  /** Its schema as typed JSON. */
  schema: Schema;
  isRequired: boolean;
  in: 'query' | 'path';
  /** `json`: as JSON. `list`: its items joined with commas. `text`: unchanged. */
  writtenAs: 'json' | 'list' | 'text';
}

/** A tool's operation: its path below an interface's root, and its parameters. */
export interface ToolOperation {
  /** With `{name}` placeholders for arguments. */
  path: string;
  arguments: Readonly<Record<string, ToolArgument>>;
}

/** The operation of a tool, from the OpenAPI document. */
export function operationOfTool(name: ToolName): ToolOperation {
  const { operation: wanted, parameters } = toolOf(name);
  for (const [path, item] of Object.entries(openApiDocument.paths)) {
    const found = operationsOf(item).find(({ operation }) => operation.operationId === wanted);
    if (found) return { path, arguments: argumentsOf(found.operation, parameters) };
  }
  throw new Error(`The document has no operation ${wanted}.`);
}

function argumentsOf(
  { operationId, parameters }: OperationObject,
  wanted: readonly string[] | undefined,
): Readonly<Record<string, ToolArgument>> {
  const taken = parameters.filter(
    (parameter): parameter is Parameter =>
      'name' in parameter && parameter.in !== 'header' && (wanted?.includes(parameter.name) ?? true),
  );
  return Object.fromEntries(
    taken.map((parameter) => [parameter.name, argumentOf(parameter, operationId === 'searchSignals')]),
  );
}

/** @param isOfSearch whether the search parameter of the same name describes it. */
function argumentOf(parameter: Parameter, isOfSearch: boolean): ToolArgument {
  const { name, required = false, description } = parameter;
  const place = parameter.in === 'path' ? 'path' : 'query';
  const found = { isRequired: required, in: place } as const;
  const row = isOfSearch ? rowOf(name as SearchParameter) : undefined;
  // A tool's schema stands alone, without the document's references.
  const json = row?.kind === 'json' ? row.schema : undefined;
  // Anything else in the document's description is about the URL form.
  const described = { description: row?.description ?? description };
  if (json) return { ...found, schema: { ...json, ...described }, writtenAs: 'json' };
  const schema = parameter.schema!;
  if (schema.type === 'array') return { ...found, schema: { ...schema, ...described }, writtenAs: 'list' };
  if (row?.kind === 'list') {
    const total = `All items together have at most ${schema.maxLength} characters, commas included.`;
    const whole = { description: `${described.description} ${total}` };
    return { ...found, schema: { ...listOf(schema), ...whole }, writtenAs: 'list' };
  }
  const typed = row?.kind === 'choice' && row.isNumeric ? integersOf(schema) : schema;
  return { ...found, schema: { ...typed, ...described }, writtenAs: 'text' };
}

/** Choices that are numbers in text form, as numbers. The API accepts both. */
function integersOf({ enum: choices = [] }: Schema): Schema {
  return { type: 'integer', enum: choices.map(Number) };
}

/** A list that the document treats as text, because its total length is bounded. */
function listOf({ maxLength }: Schema): Schema {
  return {
    type: 'array',
    items: { type: 'string', minLength: 1, ...(maxLength !== undefined && { maxLength }) },
  };
}
