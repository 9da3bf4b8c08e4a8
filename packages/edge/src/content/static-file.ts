import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding';

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/** Below this, the savings are not worth a header. */
export const MINIMUM_COMPRESSED_BYTES = 1_024;

/** Above this size, the best quality takes seconds while the first visitor waits, and saves 8% (Swagger UI). */
const BEST_QUALITY_MAXIMUM_BYTES = 512 * 1_024;
const FAST_BROTLI_QUALITY = 9;

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|xml)|image\/svg)/;

/** Content that is served unchanged, many times: kept in memory, compressed on first use. */
export class StaticFile {
  /** Digest of the content; each encoding's entity tag derives from it. */
  private readonly digest: string;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly contentType: string,
    private readonly content: Buffer,
    /** Worthwhile encodings in order of preference; all by default. */
    private readonly encodings?: readonly Encoding[],
  ) {
    this.digest = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  }

  /** A strong entity tag, including quotes. Each encoding has its own (RFC 9110, section 8.8.3.3). */
  entityTag(encoding: Encoding | undefined): string {
    return `"${this.digest}${encoding === undefined ? '' : `-${encoding}`}"`;
  }

  private get isCompressible(): boolean {
    return COMPRESSIBLE.test(this.contentType) && this.content.length >= MINIMUM_COMPRESSED_BYTES;
  }

  /** @param acceptEncoding the request's header. */
  encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
    return this.isCompressible ? acceptedEncoding(acceptEncoding, this.encodings) : undefined;
  }

  async read(encoding: Encoding | undefined): Promise<Buffer> {
    if (encoding === undefined) return this.content;
    let compressing = this.compressed.get(encoding);
    if (!compressing) {
      compressing = compress(this.content, encoding);
      this.compressed.set(encoding, compressing);
      // A failed compression is retried on the next request.
      compressing.catch(() => this.compressed.delete(encoding));
    }
    return compressing;
  }
}

function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressWithGzip(content, { level: constants.Z_BEST_COMPRESSION });
  const isLarge = content.length > BEST_QUALITY_MAXIMUM_BYTES;
  return compressWithBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_QUALITY]: isLarge ? FAST_BROTLI_QUALITY : constants.BROTLI_MAX_QUALITY,
    },
  });
}
