import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from './accepted-encoding';
import { contentTypeOf, isCompressible } from './content-types';

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);

/** Less is not worth a header. */
const MINIMUM_COMPRESSED_BYTES = 1_024;

const DOCUMENT = /^text\/(?:html|markdown|plain)/;

/** A file as it is sent. */
export interface Representation {
  body: Buffer;
  encoding: Encoding | undefined;
}

/** A file that is served: in memory, compressed at its first use. */
export class StaticFile {
  /** Strong, quotes included: of the content; each encoding has its own. */
  private readonly digest: string;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly contentType: string,
    private readonly content: Buffer,
  ) {
    this.digest = createHash('sha256').update(content).digest('base64url').slice(0, 27);
  }

  /** Strong, quotes included. Each encoding has a tag of its own (RFC 9110, section 8.8.3.3). */
  entityTag(encoding: Encoding | undefined): string {
    return `"${this.digest}${encoding === undefined ? '' : `-${encoding}`}"`;
  }

  get isCompressible(): boolean {
    return isCompressible(this.contentType) && this.content.length >= MINIMUM_COMPRESSED_BYTES;
  }

  /** @param acceptEncoding the header of the request. */
  encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
    return this.isCompressible ? acceptedEncoding(acceptEncoding) : undefined;
  }

  async read(encoding: Encoding | undefined): Promise<Buffer> {
    if (encoding === undefined) return this.content;
    let compressing = this.compressed.get(encoding);
    if (!compressing) this.compressed.set(encoding, (compressing = compress(this.content, encoding)));
    return compressing;
  }
}

function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressWithGzip(content, { level: constants.Z_BEST_COMPRESSION });
  return compressWithBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
}

/**
 * The files of a built directory by their paths below it, such as `assets/index-4f2a.js`. They are looked up in what
 * was found at the start, so that no path of a request ever reaches the file system.
 *
 * @param change of the text of pages and documents.
 * @returns no files when the directory is not there.
 */
export function readStaticFiles(
  directory: string,
  change?: (text: string) => string,
): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  const visit = (path: string) => {
    for (const entry of readdirSync(join(directory, path), { withFileTypes: true })) {
      const name = posix.join(path, entry.name);
      const contentType = contentTypeOf(extname(entry.name));
      if (entry.isDirectory()) visit(name);
      else if (contentType !== undefined) {
        const content = readFileSync(join(directory, name));
        const isChanged = change && DOCUMENT.test(contentType);
        files.set(
          name,
          new StaticFile(contentType, isChanged ? Buffer.from(change(content.toString())) : content),
        );
      }
    }
  };
  visit('');
  return files;
}
