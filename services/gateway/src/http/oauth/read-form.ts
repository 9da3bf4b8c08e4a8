import { REQUEST_LIMIT_TEXTS, REQUEST_LIMITS } from '@heliograph/contract';
import { readBody } from '@heliograph/edge';
import { readQuery, type Query } from '@heliograph/signal-search';
import type { Exchange } from '../exchange';
import { OAuthError } from './oauth-error';

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const PAYLOAD_TOO_LARGE = 413;
const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * The parameters of a form-encoded request (RFC 6749, appendix B), with their issues: repeated parameters, bad encoding,
 * and parameters in the URL, where proxies would log them. Unknown ones are ignored (RFC 6749, section 3.2).
 *
 * @throws OAuthError if the body is of another type or larger than 8 KB.
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
  const body = await readBody(exchange.request, REQUEST_LIMITS.formBytes, { tooLarge });
  const form = readQuery(body.toString('latin1'), known, 'ignored');
  form.issues.push(
    ...readQuery(exchange.rawQuery).issues.map((issue) => ({
      ...issue,
      message: 'is in the URL; parameters belong in the body',
    })),
  );
  return form;
}

function tooLarge(): OAuthError {
  return new OAuthError(
    'invalid_request',
    REQUEST_LIMIT_TEXTS.body(REQUEST_LIMITS.formBytes),
    PAYLOAD_TOO_LARGE,
  );
}
