import { createRequire } from 'node:module';
import { code } from './markdown.mjs';

const require = createRequire(import.meta.url);
const {
  describedTools,
  FACET_NAMES,
  MEMBER_ROLES,
  PERMISSION_TASKS,
  rolesThatMay,
  STRUCTURED_PARAMETERS,
} = require('@heliograph/contract');

/** Every structured filter, with what it takes. */
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

/** The tools for agents, and which of them cost records. */
export function tools() {
  return describedTools()
    .map(({ name, title, isPaid }) => `- ${code(name)}: ${title}${isPaid ? '; a record for each' : '; free'}`)
    .join('\n');
}

/** What members may do, and in which roles. */
export function roles() {
  return PERMISSION_TASKS.map(({ title, operations: [operation] }) => {
    const permitted = rolesThatMay(operation);
    return `- ${title}: ${permitted.length === MEMBER_ROLES.length ? 'everyone' : permitted.join(', ')}`;
  }).join('\n');
}
