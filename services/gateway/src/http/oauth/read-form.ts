import { readQuery, type Query } from '@heliograph/signal-search';
import { ServiceError } from '@heliograph/runtime';
import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../exchange';
import { OAuthError } from './oauth-error';

/** Of a form, before anything of it is looked at. */
export const MAXIMUM_FORM_BYTES = 8_192;

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const PAYLOAD_TOO_LARGE = 413;
const UNSUPPORTED_MEDIA_TYPE = 415;

/**
 * The parameters of a form-encoded request (RFC 6749, appendix B), with their faults: unknown ones, repeated ones, bad
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
  if (Number(headers['content-length'] ?? 0) > MAXIMUM_FORM_BYTES) throw tooLarge();
  const form = readQuery((await readBody(exchange.request)).toString('latin1'), known);
  form.faults.push(
    ...readQuery(exchange.rawQuery).faults.map((fault) => ({
      ...fault,
      message: 'is in the URL; parameters belong in the body',
    })),
  );
  return form;
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  // Its events are over then, and nothing would end the wait.
  if (request.destroyed) {
    return Promise.reject(new ServiceError('unavailable', 'The request was not completed.'));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAXIMUM_FORM_BYTES) return void chunks.push(chunk);
      // What still comes is thrown away once the error is answered.
      request.off('data', take);
      reject(tooLarge());
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Also when the client disconnects in the middle; then the answer is lost.
    request.once('close', () => reject(new ServiceError('unavailable', 'The request was not completed.')));
    request.once('error', reject);
  });
}

function tooLarge(): OAuthError {
  return new OAuthError(
    'invalid_request',
    `The body must have at most ${MAXIMUM_FORM_BYTES} bytes.`,
    PAYLOAD_TOO_LARGE,
  );
}
