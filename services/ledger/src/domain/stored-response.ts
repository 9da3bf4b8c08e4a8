import { MAXIMUM_RESPONSE_BYTES } from '@heliograph/runtime';
import { promisify } from 'node:util';
import { constants, deflate, deflateSync, inflate } from 'node:zlib';

/** The first response to a request with an Idempotency-Key, stored to be replayed byte for byte. */
export interface StoredResponse {
  status: number;
  contentType: string;
  body: Buffer;
}

/** As it is stored. */
export interface EncodedResponse {
  status: number;
  contentType: string;
  encoding: 'identity' | 'deflate';
  body: Buffer;
}

/**
 * Of a body as the client gets it: whatever the gateway sends. A full page of signals is about 50 KiB, 12 MiB with the
 * largest.
 */
export const MAXIMUM_BODY_BYTES = MAXIMUM_RESPONSE_BYTES;

/** A page of one signal is about 550 bytes, and 350 compressed; compressing less saves too little. */
const COMPRESSED_FROM_BYTES = 512;

/**
 * Up to this size a body is compressed on the event loop: 15 to 30 µs. Handing it to a thread costs 110 µs of processor
 * time regardless of size, four times what the rest of a charge takes in Node.
 */
const COMPRESSED_AT_ONCE_BYTES = 16 * 1024;

const LEVEL = { level: constants.Z_BEST_SPEED };
const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

/**
 * Compresses a body where that pays; a large one off the event loop. Brotli would save 4 to 14 % more at twice the
 * processor time, and a ledger of the previous version could not read it.
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

/** The response as it was given. */
export async function decodeResponse(response: EncodedResponse): Promise<StoredResponse> {
  const { status, contentType, encoding } = response;
  const body =
    encoding === 'deflate'
      ? await inflateAsync(response.body, { maxOutputLength: MAXIMUM_BODY_BYTES })
      : response.body;
  return { status, contentType, body };
}
