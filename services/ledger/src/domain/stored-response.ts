import { MAXIMUM_RESPONSE_BYTES } from '@heliograph/runtime';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync, inflate } from 'node:zlib';

/** The first response to a request with an Idempotency-Key, stored to be replayed byte for byte. */
export interface StoredResponse {
  status: number;
  contentType: string;
  body: Buffer;
}

/** A response in stored form. */
export interface EncodedResponse {
  status: number;
  contentType: string;
  encoding: 'identity' | 'deflate';
  body: Buffer;
}

/**
 * Maximum size of a body as the client gets it. A full page of signals is about 50 KiB, or 12 MiB with the largest
 * signals.
 */
export const MAXIMUM_BODY_BYTES = MAXIMUM_RESPONSE_BYTES;

/** A page of one signal is about 550 bytes, 350 compressed; compressing anything smaller saves too little. */
const COMPRESSED_FROM_BYTES = 512;

/**
 * Bodies up to this size are compressed on the event loop: 15 to 30 µs. A thread costs 110 µs of CPU time regardless of
 * size, four times the rest of a charge in Node.
 */
const COMPRESSED_AT_ONCE_BYTES = 16 * 1024;

const LEVEL = { level: constants.Z_BEST_SPEED };
const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/**
 * Compresses a body if that pays off; a large one off the event loop. Brotli would save 4 to 14% more for twice the CPU
 * time, and a ledger of the previous version could not read it.
 */
export async function encodeResponse(response: StoredResponse): Promise<EncodedResponse> {
  const { status, contentType, body } = response;
  if (body.length < COMPRESSED_FROM_BYTES) return { status, contentType, encoding: 'identity', body };
  const compressed =
    body.length <= COMPRESSED_AT_ONCE_BYTES ? deflateSync(body, LEVEL) : await deflateAsync(body, LEVEL);
  return compressed.length < body.length
    ? { status, contentType, encoding: 'deflate', body: compressed }
    : { status, contentType, encoding: 'identity', body };
}

/** The original response. */
export async function decodeResponse(response: EncodedResponse): Promise<StoredResponse> {
  const { status, contentType, encoding } = response;
  const body =
    encoding === 'deflate'
      ? await inflateAsync(response.body, { maxOutputLength: MAXIMUM_BODY_BYTES })
      : response.body;
  return { status, contentType, body };
}
