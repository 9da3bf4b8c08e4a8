import { isJsonObject, parseBoundedJsonBytes } from '@heliograph/signal-search';
import { ServiceError } from '@heliograph/runtime';
import type { Exchange } from './exchange';

const UNSUPPORTED_MEDIA_TYPE = 415;
/** A search group in a query is four levels deep, and the query itself one. */
const MAXIMUM_DEPTH = 8;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * The JSON object in a request's body.
 *
 * @throws ServiceError `invalid_parameter`: 415 for another type, 400 if it is not a JSON object.
 */
export function readJsonObject(exchange: Exchange): Record<string, unknown> {
  if (!JSON_TYPE.test(exchange.header('content-type') ?? '')) {
    throw unsupported('The body must be JSON, with Content-Type: application/json.');
  }
  if (exchange.header('content-encoding') !== undefined) {
    throw unsupported('The body must come without Content-Encoding.');
  }
  const { requestBody: body } = exchange;
  const parsed = parseBoundedJsonBytes(body, { maximumLength: body.length, maximumDepth: MAXIMUM_DEPTH });
  if ('issue' in parsed) throw bad(parsed.issue);
  if (!isJsonObject(parsed.value)) throw bad('must be a JSON object');
  return parsed.value;
}

function bad(message: string): ServiceError {
  return new ServiceError('invalid_parameter', `body: ${message}`, {
    issues: [{ parameter: 'body', message }],
  });
}

function unsupported(text: string): ServiceError {
  return new ServiceError('invalid_parameter', text, { status: UNSUPPORTED_MEDIA_TYPE });
}
