import { schemas, type Reference, type Schema } from '@heliograph/contract';
import type { Signal } from '@heliograph/sdk';
import type { SchemaElement } from 'hyparquet-writer';
import { open } from 'node:fs/promises';
import { valueAt, type FieldPath } from '../output/fields';
import type { FileWriter } from './file-writer';

/** Signals per row group, which are held in memory together. */
const ROW_GROUP = 20_000;

/** A column of the file: its type, and how to write a value. */
interface Column {
  name: string;
  path: FieldPath;
  elements: SchemaElement[];
  convert: (value: unknown) => unknown;
}

/**
 * Parquet with a column per path, named as in CSV (`company.slug`). Column types follow the API's schema: text, lists
 * of text, dates, UTC timestamps, and numbers; anything else is JSON.
 */
export const parquetFile: FileWriter = async (path, signals, { paths }) => {
  // Loaded on demand: an ES module that few runs need.
  const { ParquetWriter, fileWriter } = await import('hyparquet-writer');
  const columns = paths.map(columnOf);
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [root, ...columns.flatMap(({ elements }) => elements)],
    createdBy: 'heliograph signals',
  });
  for await (const group of groupsOf(signals, ROW_GROUP)) {
    const columnData = columns.map(({ name, path: from, convert }) => ({
      name,
      data: group.map((signal) => {
        const value = valueAt(signal, from);
        return value === undefined || value === null ? undefined : convert(value);
      }),
    }));
    await writer.write({ columnData, rowGroupSize: ROW_GROUP });
  }
  await writer.finish();
  await sync(path);
};

async function* groupsOf(signals: AsyncIterable<Signal>, size: number): AsyncGenerator<Signal[]> {
  let group: Signal[] = [];
  for await (const signal of signals) {
    group.push(signal);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function columnOf(path: FieldPath): Column {
  const name = path.join('.');
  const schema = schemaAt(path);
  const of = (
    element: Omit<SchemaElement, 'name'>,
    convert: Column['convert'] = (value) => value,
  ): Column => ({ name, path, elements: [{ name, repetition_type: 'OPTIONAL', ...element }], convert });
  if (isTextList(schema)) return listColumn(name, path);
  switch (schema?.format ?? schema?.type) {
    case 'date':
      return of({ type: 'INT32', converted_type: 'DATE' }, (day) => new Date(day as string));
    case 'date-time':
      return of({ type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }, (at) => new Date(at as string));
    case 'number':
      return of({ type: 'DOUBLE' });
    case 'string':
      return of({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
    default:
      return of({ type: 'BYTE_ARRAY', converted_type: 'JSON' });
  }
}

/** The three levels of a list (Parquet format, "Logical types: Lists"). */
function listColumn(name: string, path: FieldPath): Column {
  const elements: SchemaElement[] = [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  ];
  return { name, path, elements, convert: (value) => value };
}

const isTextList = (schema: Schema | undefined) =>
  schema?.type === 'array' && !!schema.items && 'type' in schema.items && schema.items.type === 'string';

/** A value's schema in the API; undefined if unknown or a reference. */
function schemaAt(path: FieldPath): Schema | undefined {
  let schema: Schema | Reference | undefined = schemas.Signal as Schema;
  for (const step of path) schema = schema && 'properties' in schema ? schema.properties?.[step] : undefined;
  return schema && '$ref' in schema ? undefined : (schema as Schema | undefined);
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
