import { MAXIMUM_RECORDS_ARGUMENT, type DescribedTool } from '@heliograph/contract';
import { canonicalQuery, excerpt, isPlain, writtenValue, type RequestIssue } from '@heliograph/signal-search';
import { createHash } from 'node:crypto';
import { issueOf } from '../domain/cost-bounds';

/** The API request of a tool call. */
export interface ToolRequest {
  /** Path and query, below the root of the interface. */
  target: string;
  /** Equal for calls of the same tool with equal arguments, however they are written; a valid Idempotency-Key. */
  idempotencyKey: string;
  /** The value of `X-Max-Records`; undefined without the argument. */
  maximumRecords: string | undefined;
  /** Arguments that choose which part of the response to show. */
  showing: ReadonlyMap<string, string>;
  /** Arguments that cannot be encoded. */
  issues: readonly RequestIssue[];
}

/**
 * Encodes a tool's arguments for the API. The API validates them; only types are checked here. Null, empty lists, and
 * false count as absent.
 */
export function toolRequestOf(tool: DescribedTool, given: Readonly<Record<string, unknown>>): ToolRequest {
  const issues: RequestIssue[] = [];
  const query = new Map(Object.entries(tool.fixed));
  const showing = new Map<string, string>();
  let { path } = tool.operation;
  let maximumRecords: string | undefined;
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue;
    const argument = Object.hasOwn(tool.operation.arguments, name)
      ? tool.operation.arguments[name]
      : undefined;
    if (tool.isPaid && name === MAXIMUM_RECORDS_ARGUMENT) {
      if (isPlain(value)) maximumRecords = String(value);
      else issues.push(issueOf(name, 'must be a number'));
    } else if (Object.hasOwn(tool.showing, name)) {
      const choices = tool.showing[name]!.enum!;
      if (choices.includes(value as string)) showing.set(name, value as string);
      else if (value !== '') issues.push(issueOf(name, `must be one of ${choices.join(', ')}`));
    } else if (!argument) {
      const text = 'is not an argument of this tool';
      issues.push({ code: 'unknown_parameter', parameter: excerpt(name), message: text });
    } else {
      const isFlag = argument.schema.type === 'boolean';
      const written = writtenValue({ name, writtenAs: argument.writtenAs, isFlag }, value);
      if ('issue' in written) issues.push(issueOf(name, written.issue));
      else if (argument.in === 'path')
        path = path.replace(`{${name}}`, () => encodeURIComponent(written.text));
      else if (written.text !== '' && !(isFlag && written.text === 'false')) query.set(name, written.text);
    }
  }
  const required = /[}/]$/.test(path) ? argumentInPath(tool) : undefined;
  if (required !== undefined && !issues.some(({ parameter }) => parameter === required))
    issues.push(issueOf(required, 'is required'));
  const canonical = canonicalQuery(query);
  const target = canonical === '' ? path : `${path}?${canonical}`;
  return {
    target,
    maximumRecords,
    showing,
    issues,
    idempotencyKey: keyOf(tool.name, target, maximumRecords),
  };
}

function keyOf(tool: string, target: string, maximumRecords = ''): string {
  const digest = createHash('sha256').update(`${tool}\n${target}\n${maximumRecords}`).digest('hex');
  return `mcp-${digest}`;
}

function argumentInPath({ operation }: DescribedTool): string | undefined {
  return Object.entries(operation.arguments).find(([, argument]) => argument.in === 'path')?.[0];
}
