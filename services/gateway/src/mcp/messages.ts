import { readBody } from '@heliograph/edge';
import { isJsonObject, parseBoundedJsonBytes } from '@heliograph/signal-search';
import { ErrorCode, InitializeRequestSchema, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Exchange } from '../http/exchange';

/** Longer than any call the API would accept. */
const MAXIMUM_BODY_BYTES = 262_144;
/** A call's `arguments` are three levels deep, and the deepest argument has four. */
const MAXIMUM_DEPTH = 32;
/** In a batch, which clients of 2025-03-26 may send. */
const MAXIMUM_MESSAGES = 10;

/** A JSON-RPC message, as far as it has been validated. */
export interface Message {
  jsonrpc: '2.0';
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** The response to a body that is not handled. */
interface Refusal {
  status: number;
  response: { jsonrpc: '2.0'; id: unknown; error: { code: number; message: string } };
}

/** A body's messages, in a batch or alone, or what is wrong with it. */
type MessagesResult = { body: Message | Message[]; messages: Message[] } | Refusal;

const OK = 200;
const BAD_REQUEST = 400;

const { ParseError, InvalidRequest, InvalidParams } = ErrorCode;

/** As JSON-RPC 2.0, section 5.1, words them. */
const TITLES = {
  [ParseError]: 'Parse error',
  [InvalidRequest]: 'Invalid Request',
  [InvalidParams]: 'Invalid params',
};

/** What a message must be, in words, in the order of checks; the last one is the protocol's own. */
const RULES: readonly [
  code: keyof typeof TITLES,
  text: string,
  holds: (message: Record<string, unknown>) => boolean,
][] = [
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

/** @throws ServiceError when the body is too large. */
export async function readMessages(exchange: Exchange): Promise<MessagesResult> {
  const bytes = await readBody(exchange.request, MAXIMUM_BODY_BYTES);
  const bounds = { maximumLength: MAXIMUM_BODY_BYTES, maximumDepth: MAXIMUM_DEPTH };
  const parsed = parseBoundedJsonBytes(bytes, bounds);
  if ('issue' in parsed) return refusalOf(ParseError, `the body ${parsed.issue}`);
  const messages = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  if (messages.length === 0 || messages.length > MAXIMUM_MESSAGES) {
    return refusalOf(InvalidRequest, `a batch has 1 to ${MAXIMUM_MESSAGES} messages`);
  }
  const refusal = messages.map(refusalOfMessage).find(Boolean);
  if (!refusal) return { body: parsed.value as Message | Message[], messages };
  return Array.isArray(parsed.value) ? { ...refusal, status: BAD_REQUEST } : refusal;
}

function refusalOfMessage(value: unknown): Refusal | undefined {
  if (!isJsonObject(value)) return refusalOf(InvalidRequest, 'a message must be an object');
  const broken = RULES.find(([, , holds]) => !holds(value));
  return broken && refusalOf(broken[0], broken[1], value['id']);
}

/** A request with invalid parameters gets a response like any other; HTTP refuses the rest. */
function refusalOf(code: keyof typeof TITLES, text: string, id?: unknown): Refusal {
  const message = `${TITLES[code]}: ${text}.`;
  return {
    status: code === InvalidParams && isId(id) ? OK : BAD_REQUEST,
    response: { jsonrpc: '2.0', id: isId(id) ? id : null, error: { code, message } },
  };
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isAnswer(message: Record<string, unknown>): boolean {
  return !('method' in message) && isId(message['id']) && ('result' in message || 'error' in message);
}
