import { MAXIMUM_BUDGET_RECORDS } from '../budgets';
import { COUNT, record, type Reference, type Schema } from '../json-schema';
import { MAXIMUM_PAGE_SIZE } from '../search/paging';
import { PRICE_OF_RECORD } from '../prices';
import { schemas } from '../records/schemas';
import { shownOptionsAnswer } from './shown-options';
import { MAXIMUM_RECORDS_ARGUMENT, type ToolOperation } from './tool-arguments';
import { toolOf, type ToolName } from './tools';

const NAMED: Readonly<Record<string, Schema>> = { ...schemas, ShownOptionsAnswer: shownOptionsAnswer };
const PREFIX = '#/components/schemas/';

/** What a call cost, in every result. */
const RECORDS: Schema = record(
  ['consumed', 'price', 'replayed'],
  {
    consumed: { ...COUNT, description: 'Records that this call cost.' },
    remaining: {
      ...COUNT,
      description: 'Records that the credential can still pay for, when that is known.',
    },
    budgetRemaining: { ...COUNT, description: 'What is left of the budget of the session, if it has one.' },
    price: { type: 'string', description: 'Of a record, in US dollars.' },
    replayed: { type: 'boolean', description: 'Whether it is the answer of an earlier, equal call.' },
  },
  'What the call cost.',
);

/** A JSON Schema of an object that leads to nothing outside of it. */
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
            'The most records that this call may cost. An answer that costs more is refused, and nothing is charged. A page of ' +
            `signals costs up to \`limit\` records, which is ${MAXIMUM_PAGE_SIZE} unless given.`,
        },
      }),
    },
  };
}

/** `structuredContent` of a tool's results: the answer of the API, and what it cost. */
export function outputSchemaOf(name: ToolName): ObjectSchema {
  const found = new Set<string>();
  const data = localRefs(NAMED[toolOf(name).answers]!.properties!['data']!, found) as Schema;
  const $defs: Record<string, Schema> = {};
  for (const definition of found) $defs[definition] = localRefs(NAMED[definition]!, found) as Schema;
  return {
    type: 'object',
    required: ['data', 'records'],
    properties: { data, records: RECORDS },
    $defs,
  };
}

/** The same schema with its references inside the document that it is part of; notes what they lead to. */
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

/** What a call of a tool costs, in words. */
export function priceOfTool(name: ToolName): string {
  if (!toolOf(name).isPaid) return 'Free: it costs no records.';
  return (
    `Costs 1 record (${PRICE_OF_RECORD} once the free ones are used up) for each signal or company returned. Empty results, failed ` +
    'calls and the same call again within ten minutes are free.'
  );
}
