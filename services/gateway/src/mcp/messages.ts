import { readBody } from '@heliograph/edge';
import { isJsonObject, parseBoundedJsonBytes } from '@heliograph/signal-search';
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

/** A body's messages, in a batch or alone, or what is wrong with it. */
type MessagesResult = { body: Message | Message[]; messages: Message[] } | { code: number; message: string };

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** @throws ServiceError when the body is too large. */
export async function readMessages(exchange: Exchange): Promise<MessagesResult> {
  const bytes = await readBody(exchange.request, MAXIMUM_BODY_BYTES);
  const bounds = { maximumLength: MAXIMUM_BODY_BYTES, maximumDepth: MAXIMUM_DEPTH };
  const parsed = parseBoundedJsonBytes(bytes, bounds);
  if ('issue' in parsed) return { code: PARSE_ERROR, message: `Parse error: the body ${parsed.issue}.` };
  const messages = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  if (messages.length === 0 || messages.length > MAXIMUM_MESSAGES) {
    return {
      code: INVALID_REQUEST,
      message: `Invalid Request: a batch has 1 to ${MAXIMUM_MESSAGES} messages.`,
    };
  }
  if (!messages.every(isMessage)) {
    return { code: INVALID_REQUEST, message: 'Invalid Request: not a JSON-RPC 2.0 message.' };
  }
  return { body: parsed.value as Message | Message[], messages };
}

function isMessage(value: unknown): value is Message {
  if (!isJsonObject(value) || value['jsonrpc'] !== '2.0') return false;
  const { id, method, params } = value;
  const hasId = typeof id === 'string' || Number.isInteger(id);
  if (id !== undefined && !hasId) return false;
  if (method === undefined) return hasId && ('result' in value || 'error' in value);
  return typeof method === 'string' && (params === undefined || isJsonObject(params));
}
