import { openApiDocument, type Reference, type Schema } from '@heliograph/contract';
import { z } from 'zod';
import type { AnyDocument } from './document';

type Node = unknown;

/** Schemas as written, with references to `$defs`; objects accept no additional properties unless they say so. */
function closed(node: Node): Node {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === '$ref' ? String(value).replace('#/components/schemas/', '#/$defs/') : closed(value),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  // The validator treats a reference as a full URL.
  if (copy['format'] === 'uri-reference') copy['format'] = undefined;
  if (
    copy['properties'] &&
    copy['additionalProperties'] === undefined &&
    typeof copy['properties'] === 'object'
  ) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

/** A validator for a document's schema; an undocumented property is an issue. */
export function documented(schema: Schema | Reference, document: AnyDocument = openApiDocument): z.ZodType {
  const $defs = closed(document.components.schemas);
  return z.fromJSONSchema({ ...(closed(schema) as object), $defs } as Parameters<typeof z.fromJSONSchema>[0]);
}

export function documentedAs(name: string, document: AnyDocument = openApiDocument): z.ZodType {
  return documented({ $ref: `#/components/schemas/${name}` }, document);
}
