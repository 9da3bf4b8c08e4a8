import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runCommand } from '../run-command';

/** An image's files as an uncompressed archive. */
export interface Layer {
  file: string;
  /** SHA-256 in hexadecimal, without a prefix. */
  digest: string;
  bytes: number;
}

/**
 * Packs a directory. The same files give the same bytes: sorted names, a fixed time, owned by root.
 *
 * @param out directory for the archive, which is named by its digest.
 * @param prefix path of the files in the image, without leading or trailing slashes; the root by default.
 */
export async function packLayer(directory: string, out: string, prefix = ''): Promise<Layer> {
  await mkdir(out, { recursive: true });
  const scratch = await mkdtemp(join(out, 'packing-'));
  try {
    const archive = join(scratch, 'layer.tar');
    const placed = prefix === '' ? [] : [`--transform=flags=rSh;s,^\\.,./${prefix},`];
    const alike = [
      '--sort=name',
      '--mtime=@1',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--hard-dereference',
    ];
    await runCommand('tar', [...alike, ...placed, '-C', directory, '-cf', archive, '.']);
    const hash = createHash('sha256');
    await pipeline(createReadStream(archive), hash);
    const digest = hash.digest('hex');
    const file = join(out, `${digest}.tar`);
    await rename(archive, file);
    return { file, digest, bytes: (await stat(file)).size };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
