import { MAXIMUM_BUDGET_RECORDS } from '../budgets';
import { COUNT, record, type Reference, type Schema } from '../json-schema';
import { MAXIMUM_PAGE_SIZE } from '../search/paging';
import { PRICE_OF_RECORD } from '../prices';
import { schemas } from '../records/schemas';
import { shownOptionsSchema } from './shown-options';
import { MAXIMUM_RECORDS_ARGUMENT, type ToolOperation } from './tool-arguments';
import { toolOf, type ToolName } from './tools';

const NAMED: Readonly<Record<string, Schema>> = { ...schemas, ShownOptionsResponse: shownOptionsSchema };
const PREFIX = '#/components/schemas/';

/** What a call cost, in every result. */
const RECORDS: Schema = record(
  ['consumed', 'price', 'replayed'],
  {
    consumed: { ...COUNT, description: 'Records that this call cost.' },
    remaining: {
      ...COUNT,
      description: 'Records that the credential can still pay for, if known.',
    },
    budgetRemaining: { ...COUNT, description: 'What is left of the session’s budget, if it has one.' },
    price: { type: 'string', description: 'Per record, in US dollars.' },
    replayed: {
      type: 'boolean',
      description: 'Whether this is the stored response to an earlier identical call.',
    },
  },
  'What the call cost.',
);

/** A self-contained JSON Schema of an object. */
export interface ObjectSchema extends Schema {
  type: 'object';
  properties: Readonly<Record<string, Schema>>;
  required: readonly string[];
  $defs?: Readonly<Record<string, Schema>>;
}

/** The arguments of a tool. */
export function inputSchemaOf(name: ToolName, operation: ToolOperation): ObjectSchema {
  const entries = Object.entries(operation.arguments);
  return {
    type: 'object',
    additionalProperties: false,
    required: entries.filter(([, { isRequired }]) => isRequired).map(([argument]) => argument),
    properties: {
      ...Object.fromEntries(entries.map(([argument, { schema }]) => [argument, schema])),
      ...toolOf(name).showing,
      ...(toolOf(name).isPaid && {
        [MAXIMUM_RECORDS_ARGUMENT]: {
          type: 'integer',
          minimum: 0,
          maximum: MAXIMUM_BUDGET_RECORDS,
          description:
            'The most records that this call may cost. A result that costs more is refused, and nothing is ' +
            `charged. A page of signals costs up to \`limit\` records, ${MAXIMUM_PAGE_SIZE} by default.`,
        },
      }),
    },
  };
}

/** `structuredContent` of a tool's results: the API's response, and what it cost. */
export function outputSchemaOf(name: ToolName): ObjectSchema {
  const found = new Set<string>();
  const data = localRefs(NAMED[toolOf(name).response]!.properties!['data']!, found) as Schema;
  const $defs: Record<string, Schema> = {};
  for (const definition of found) $defs[definition] = localRefs(NAMED[definition]!, found) as Schema;
  return {
    type: 'object',
    required: ['data', 'records'],
    properties: { data, records: RECORDS },
    $defs,
  };
}

/** Rewrites references to point inside the document the schema becomes part of; collects the schemas they need. */
function localRefs<Part extends Schema | Reference>(part: Part, found: Set<string>): Schema | Reference {
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as Partial<Reference>;
    if (typeof $ref === 'string') {
      const name = $ref.slice(PREFIX.length);
      found.add(name);
      return { $ref: `#/$defs/${name}` };
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, follow(member)]));
  };
  return follow(part) as Schema | Reference;
}

/** What a tool call costs, in words. */
export function priceOfTool(name: ToolName, isTest: boolean): string {
  if (!toolOf(name).isPaid) return 'Free.';
  if (isTest) return 'Free: takes 1 test record for each signal or company returned.';
  return (
    `Costs 1 record (${PRICE_OF_RECORD} once the free ones are used up) for each signal or company ` +
    'returned. Empty results, failed calls, and the same call repeated within ten minutes are free.'
  );
}
