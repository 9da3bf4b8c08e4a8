export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue | undefined };

/** A reference to a schema in the document. */
export interface Reference {
  readonly $ref: string;
}

/** A JSON Schema (2020-12), limited to the keywords in use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema | Reference;
  readonly properties?: Readonly<Record<string, Schema | Reference>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly anyOf?: readonly (Schema | Reference)[];
  readonly default?: JsonValue;
}

/**
 * The TypeScript type of the values that a schema describes.
 *
 * @typeParam Value a schema whose type is literal (`as const`, or made by {@link record}).
 * @typeParam Named the types of references, by name.
 */
export type TypeOf<Value, Named = unknown> = Value extends { $ref: `#/components/schemas/${infer Name}` }
  ? Name extends keyof Named
    ? TypeOf<Named[Name], Named>
    : never
  : Value extends { const: infer Only }
    ? Only
    : Value extends { enum: readonly (infer Choice)[] }
      ? Choice
      : Value extends { type: readonly (infer Type)[] }
        ? { [Each in Type & string]: TypeOf<Omit<Value, 'type'> & { type: Each }, Named> }[Type & string]
        : Value extends { type: 'array'; items: infer Item }
          ? TypeOf<Item, Named>[]
          : Value extends { type: 'object'; properties: infer Properties }
            ? Members<Properties, Value extends { required: readonly (infer Name)[] } ? Name : never, Named>
            : Value extends { type: infer Type extends keyof Primitives }
              ? Primitives[Type]
              : never;

interface Primitives {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type Members<Properties, Required, Named> = Flat<
  { -readonly [Name in keyof Properties as Name & Required]: TypeOf<Properties[Name], Named> } & {
    -readonly [Name in keyof Properties as Exclude<Name, Required>]?: TypeOf<Properties[Name], Named>;
  }
>;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** A reference to a schema by its name. */
export function schemaRef<const Name extends string>(name: Name): { $ref: `#/components/schemas/${Name}` } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The schema of an object. */
export function record<
  const Required extends readonly string[],
  const Properties extends NonNullable<Schema['properties']>,
>(
  required: Required,
  properties: Properties,
  description?: string,
): { type: 'object'; description?: string; required: Required; properties: Properties } {
  return { type: 'object', ...(description && { description }), required, properties };
}

/** The schema of a successful response, which wraps its result in `data`. */
export function enveloped<const Data extends Schema | Reference>(data: Data) {
  return record(['data'], { data });
}

/** Common schemas. */
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const DAY = { type: 'string', format: 'date' } as const;
export const TIMESTAMP = { type: 'string', format: 'date-time' } as const;
