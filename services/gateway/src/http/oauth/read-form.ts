import { readBody } from '@heliograph/edge';
import { readQuery, type Query } from '@heliograph/signal-search';
import type { Exchange } from '../exchange';
import { OAuthError } from './oauth-error';

/** Of a form, before anything in it is checked. */
export const MAXIMUM_FORM_BYTES = 8_192;

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const PAYLOAD_TOO_LARGE = 413;
const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * The parameters of a form-encoded request (RFC 6749, appendix B), with their faults: unknown or repeated ones, bad
 * encoding, and parameters in the URL, where proxies would log them.
 *
 * @throws OAuthError when the body is of another type or larger than 8 KB.
 */
export async function readForm(exchange: Exchange, known: ReadonlySet<string>): Promise<Query> {
  const { headers } = exchange.request;
  if (!FORM_TYPE.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'The body must be a form: application/x-www-form-urlencoded, without Content-Encoding.',
      UNSUPPORTED_MEDIA_TYPE,
    );
  }
  const body = await readBody(exchange.request, MAXIMUM_FORM_BYTES, tooLarge);
  const form = readQuery(body.toString('latin1'), known);
  form.faults.push(
    ...readQuery(exchange.rawQuery).faults.map((fault) => ({
      ...fault,
      message: 'is in the URL; parameters belong in the body',
    })),
  );
  return form;
}

function tooLarge(): OAuthError {
  return new OAuthError(
    'invalid_request',
    `The body must have at most ${MAXIMUM_FORM_BYTES} bytes.`,
    PAYLOAD_TOO_LARGE,
  );
}
