import type { JsonValue, Reference, Schema } from '../json-schema';

/** The parts of OpenAPI 3.1 that are in use, so that the compiler checks the documents and their renderings. */
export interface Example {
  summary?: string;
  value: JsonValue;
}

export interface MediaType {
  schema: Schema | Reference;
  example?: JsonValue;
  examples?: Readonly<Record<string, Example>>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  description: string;
  required?: boolean;
  schema?: Schema;
  /** For parameters whose value is JSON. */
  content?: Readonly<Record<string, MediaType>>;
  style?: 'form';
  explode?: boolean;
  example?: JsonValue;
}

export interface Header {
  description: string;
  schema: Schema;
  example?: JsonValue;
}

/** What to request next, with values from the request and its response (runtime expressions). */
export interface Link {
  operationId: string;
  description: string;
  parameters: Readonly<Record<string, string>>;
}

export interface Response {
  description: string;
  headers?: Readonly<Record<string, Header | Reference>>;
  content?: Readonly<Record<string, MediaType>>;
  links?: Readonly<Record<string, Link>>;
}

export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

export interface RequestBody {
  required: boolean;
  content: Readonly<Record<string, MediaType>>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters: readonly (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Readonly<Record<string, Response | Reference>>;
  'x-codeSamples': readonly CodeSample[];
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

/** A path's operations, by method. */
export type PathItem = Readonly<Partial<Record<(typeof METHODS)[number], OperationObject>>>;

/** An operation and its method, in upper case. */
interface MethodOperation {
  method: string;
  operation: OperationObject;
}

/** A path's operations. */
export function operationsOf(item: PathItem): MethodOperation[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ method: method.toUpperCase(), operation }] : [];
  });
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  paths: Readonly<Record<string, PathItem>>;
  components: {
    securitySchemes: Readonly<Record<string, { type: 'http'; scheme: 'bearer'; description: string }>>;
    parameters: Readonly<Record<string, Parameter>>;
    headers: Readonly<Record<string, Header>>;
    responses: Readonly<Record<string, Response>>;
    schemas: Readonly<Record<string, Schema>>;
  };
}
