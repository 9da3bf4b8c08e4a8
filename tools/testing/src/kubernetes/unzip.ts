import { inflateRawSync } from 'node:zlib';

const endOfDirectory = Buffer.from('PK\x05\x06', 'latin1');
const STORED = 0;
const DEFLATED = 8;

/**
 * A file out of a ZIP archive (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16), without encryption and below 4 GB.
 *
 * @throws when the archive has no such file, or is no such archive.
 */
export function unzipFile(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(endOfDirectory);
  if (end < 0) throw new Error('not a ZIP archive');
  const count = archive.readUInt16LE(end + 10);
  let entry = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const nameLength = archive.readUInt16LE(entry + 28);
    if (archive.toString('utf8', entry + 46, entry + 46 + nameLength) === name)
      return contentOf(archive, entry);
    entry += 46 + nameLength + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32);
  }
  throw new Error(`the archive holds no ${name}`);
}

/** @param entry where the file's entry in the central directory begins. */
function contentOf(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const size = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const content = archive.subarray(start, start + size);
  if (method === STORED) return content;
  if (method === DEFLATED) return inflateRawSync(content);
  throw new Error(`unknown compression ${method}`);
}
