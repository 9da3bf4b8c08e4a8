import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command';
import type { Layer } from './layer';

/** Types of the OCI image specification, reduced to what these images use. */
export interface ImageConfig {
  User?: string;
  Env?: string[];
  Labels?: Record<string, string>;
  ExposedPorts?: Record<string, object>;
  WorkingDir?: string;
  Entrypoint?: string[];
  Cmd?: string[];
  StopSignal?: string;
}

export interface Image {
  /** Such as `docker.io/library/redis:8.2.1`. */
  reference: string;
  layers: readonly Layer[];
  config: ImageConfig;
}

interface Blob {
  mediaType: string;
  digest: string;
  size: number;
}

const OCI = 'application/vnd.oci.image';
const PLATFORM = { architecture: 'amd64', os: 'linux' };

/** Writes images as one archive that `ctr images import` can read (OCI image layout 1.0), with each layer only once. */
export async function writeArchive(images: readonly Image[], file: string): Promise<void> {
  const scratch = await mkdtemp(`${file}.`);
  try {
    const blobs = join(scratch, 'blobs/sha256');
    await mkdir(blobs, { recursive: true });
    const manifests: object[] = [];
    for (const image of images) manifests.push(await writeManifest(image, blobs));
    await writeFile(join(scratch, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
    await writeFile(join(scratch, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests }));
    await runCommand('tar', ['-C', scratch, '--hard-dereference', '-cf', file, '.']);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function writeManifest({ reference, layers, config }: Image, blobs: string): Promise<object> {
  for (const { file, digest } of layers) {
    if (!existsSync(join(blobs, digest))) await link(file, join(blobs, digest));
  }
  const rootfs = { type: 'layers', diff_ids: layers.map(({ digest }) => `sha256:${digest}`) };
  const created = '1970-01-01T00:00:01Z';
  const configBlob = await writeBlob(blobs, `${OCI}.config.v1+json`, {
    ...PLATFORM,
    created,
    config,
    rootfs,
  });
  const mediaType = `${OCI}.manifest.v1+json`;
  const manifest = await writeBlob(blobs, mediaType, {
    schemaVersion: 2,
    mediaType,
    config: configBlob,
    layers: layers.map(({ digest, bytes }) => ({
      mediaType: `${OCI}.layer.v1.tar`,
      digest: `sha256:${digest}`,
      size: bytes,
    })),
  });
  return { ...manifest, platform: PLATFORM, annotations: { 'io.containerd.image.name': reference } };
}

async function writeBlob(blobs: string, mediaType: string, content: object): Promise<Blob> {
  const text = JSON.stringify(content);
  const digest = createHash('sha256').update(text).digest('hex');
  await writeFile(join(blobs, digest), text);
  return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) };
}
