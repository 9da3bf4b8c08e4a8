import { createRequire } from 'node:module';
import { code } from './markdown.mjs';

const require = createRequire(import.meta.url);
const {
  describedTools,
  FACET_NAMES,
  MEMBER_ROLES,
  openApiDocument,
  PERMISSION_TASKS,
  rolesThatMay,
  STRUCTURED_PARAMETERS,
  TEST_OUTCOMES,
} = require('@heliograph/contract');
const { headers, schemas } = openApiDocument.components;

/** All structured filters, with the values they take. */
export function filters() {
  return Object.entries(STRUCTURED_PARAMETERS)
    .map(([name, row]) => `- ${[`${code(name)}:`, row.description, boundOf(row)].filter(Boolean).join(' ')}`)
    .join('\n');
}

function boundOf({ choices, maximumItems }) {
  if (choices) return `Values: ${choices.map(code).join(', ')}.`;
  return maximumItems ? `At most ${maximumItems}.` : '';
}

/** The names of all facets. */
export function facets() {
  return FACET_NAMES.map(code).join(', ');
}

/** The tools for agents, and what they cost. */
export function tools() {
  return describedTools()
    .map(({ name, title, isPaid }) => `- ${code(name)}: ${title}${isPaid ? '; a record for each' : '; free'}`)
    .join('\n');
}

/** What members may do, and the roles it takes. */
export function roles() {
  return PERMISSION_TASKS.map(({ title, operations: [operation] }) => {
    const permitted = rolesThatMay(operation);
    return `- ${title}: **${permitted.length === MEMBER_ROLES.length ? 'everyone' : permitted.join(', ')}**`;
  }).join('\n');
}

/** What each value of `X-Test-Outcome` triggers. */
export function testOutcomes() {
  return Object.entries(TEST_OUTCOMES)
    .map(([name, outcome]) => `- ${code(name)}: ${outcome}`)
    .join('\n');
}

/** The headers that report limits. */
export function limitHeaders() {
  return Object.entries(headers)
    .filter(([name]) => /RateLimit/.test(name))
    .map(([name, { description }]) => `- ${code(name)}: ${description}`)
    .join('\n');
}

/** The members of a receipt. */
export function receiptMembers() {
  return Object.entries(schemas.Receipt.properties)
    .map(([name, { description }]) => `- ${code(name)}${description ? `: ${description}` : ''}`)
    .join('\n');
}
