import { readBody } from '@heliograph/edge';
import { isJsonObject, parseBoundedJsonBytes } from '@heliograph/signal-search';
import { ErrorCode, InitializeRequestSchema, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Exchange } from '../http/exchange';

/** Longer than any call the API would accept. */
const MAXIMUM_BODY_BYTES = 262_144;
/** A call's `arguments` are three levels down, and the deepest argument has four levels. */
const MAXIMUM_DEPTH = 32;
/** Per message: more than any call that the API would accept. Each member is validated several times. */
const MAXIMUM_MEMBERS = 2_000;
/** Per batch. */
const MAXIMUM_MESSAGES = 10;
/** The last protocol version with batches; also assumed for a request that names none. */
const BATCH_VERSION = '2025-03-26';

/** A JSON-RPC message, as far as it has been validated. */
export interface Message {
  jsonrpc: '2.0';
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** The response to a refused body or message. */
export interface Refusal {
  status: number;
  response: { jsonrpc: '2.0'; id: unknown; error: { code: number; message: string } };
}

/** A body's messages as they arrived, in a batch or alone. */
export interface Messages {
  isBatch: boolean;
  values: readonly unknown[];
}

const OK = 200;
const BAD_REQUEST = 400;

const { ParseError, InvalidRequest, InvalidParams } = ErrorCode;

/** Wording of JSON-RPC 2.0, section 5.1. */
const TITLES = {
  [ParseError]: 'Parse error',
  [InvalidRequest]: 'Invalid Request',
  [InvalidParams]: 'Invalid params',
};

type Rule = [code: keyof typeof TITLES, text: string, holds: (message: Record<string, unknown>) => boolean];

/** Requirements for a message, in words, in the order they are checked; the last one is the protocol's own. */
const RULES: readonly Rule[] = [
  [
    InvalidRequest,
    `a message must not have more than ${MAXIMUM_MEMBERS} members`,
    (message) => membersOf(message) <= MAXIMUM_MEMBERS,
  ],
  [InvalidRequest, '"jsonrpc" must be "2.0"', ({ jsonrpc }) => jsonrpc === '2.0'],
  [InvalidRequest, '"id" must be a string or an integer', ({ id }) => id === undefined || isId(id)],
  [
    InvalidRequest,
    '"method" must be a string',
    (message) => typeof message['method'] === 'string' || isAnswer(message),
  ],
  [InvalidParams, '"params" must be an object', ({ params }) => params === undefined || isJsonObject(params)],
  [
    InvalidParams,
    'initialize requires "protocolVersion", "capabilities", and "clientInfo" with "name" and "version"',
    (message) => message['method'] !== 'initialize' || InitializeRequestSchema.safeParse(message).success,
  ],
  [
    InvalidRequest,
    'a member is unknown or has the wrong type',
    (message) => JSONRPCMessageSchema.safeParse(message).success,
  ],
];

const RULES_IN_BATCH: readonly Rule[] = [
  ...RULES,
  [InvalidRequest, 'initialize must not be in a batch', ({ method }) => method !== 'initialize'],
];

/** @throws ServiceError if the body is too large. */
export async function readMessages(exchange: Exchange): Promise<Messages | Refusal> {
  const bytes = await readBody(exchange.request, MAXIMUM_BODY_BYTES);
  const parsed = parseBoundedJsonBytes(bytes, {
    maximumLength: MAXIMUM_BODY_BYTES,
    maximumDepth: MAXIMUM_DEPTH,
    maximumMembers: MAXIMUM_MESSAGES * MAXIMUM_MEMBERS,
  });
  if ('issue' in parsed) return refusalOf(ParseError, `the body ${parsed.issue}`);
  return Array.isArray(parsed.value)
    ? readBatch(parsed.value, exchange.header('mcp-protocol-version'))
    : { isBatch: false, values: [parsed.value] };
}

function readBatch(values: readonly unknown[], version = BATCH_VERSION): Messages | Refusal {
  if (version > BATCH_VERSION) {
    const text = `batches are not supported after MCP-Protocol-Version ${BATCH_VERSION}; send each message on its own`;
    return refusalOf(InvalidRequest, text);
  }
  if (values.length === 0 || values.length > MAXIMUM_MESSAGES)
    return refusalOf(InvalidRequest, `a batch has 1 to ${MAXIMUM_MESSAGES} messages`);
  return { isBatch: true, values };
}

export function checkMessage(value: unknown, isBatch: boolean): Message | Refusal {
  if (!isJsonObject(value)) return refusalOf(InvalidRequest, 'a message must be an object');
  const broken = (isBatch ? RULES_IN_BATCH : RULES).find(([, , holds]) => !holds(value));
  return broken ? refusalOf(broken[0], broken[1], value['id']) : (value as unknown as Message);
}

/** A request with invalid parameters gets a normal response; HTTP refuses everything else. */
function refusalOf(code: keyof typeof TITLES, text: string, id?: unknown): Refusal {
  const message = `${TITLES[code]}: ${text}.`;
  return {
    status: code === InvalidParams && isId(id) ? OK : BAD_REQUEST,
    response: { jsonrpc: '2.0', id: isId(id) ? id : null, error: { code, message } },
  };
}

/** Counts the members of objects and arrays, at all depths. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + membersOf(member), 0);
}

export function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isAnswer(message: Record<string, unknown>): boolean {
  return !('method' in message) && isId(message['id']) && ('result' in message || 'error' in message);
}
