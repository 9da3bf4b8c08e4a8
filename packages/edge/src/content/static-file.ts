import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding';

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/** Less is not worth a header. */
export const MINIMUM_COMPRESSED_BYTES = 1_024;

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|xml)|image\/svg)/;

/** What is served as it is, again and again: in memory, compressed at its first use. */
export class StaticFile {
  /** Strong, quotes included: of the content; each encoding has its own. */
  private readonly digest: string;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly contentType: string,
    private readonly content: Buffer,
    /** Those that are worth their time, in the order of preference; all unless given. */
    private readonly encodings?: readonly Encoding[],
  ) {
    this.digest = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  }

  /** Strong, quotes included. Each encoding has a tag of its own (RFC 9110, section 8.8.3.3). */
  entityTag(encoding: Encoding | undefined): string {
    return `"${this.digest}${encoding === undefined ? '' : `-${encoding}`}"`;
  }

  get isCompressible(): boolean {
    return COMPRESSIBLE.test(this.contentType) && this.content.length >= MINIMUM_COMPRESSED_BYTES;
  }

  /** @param acceptEncoding the header of the request. */
  encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
    return this.isCompressible ? acceptedEncoding(acceptEncoding, this.encodings) : undefined;
  }

  async read(encoding: Encoding | undefined): Promise<Buffer> {
    if (encoding === undefined) return this.content;
    let compressing = this.compressed.get(encoding);
    if (!compressing) {
      compressing = compress(this.content, encoding);
      this.compressed.set(encoding, compressing);
      // One that failed is tried again at the next request.
      compressing.catch(() => this.compressed.delete(encoding));
    }
    return compressing;
  }
}

function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressWithGzip(content, { level: constants.Z_BEST_COMPRESSION });
  return compressWithBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
}
