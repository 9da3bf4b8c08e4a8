import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command';
import { PAUSE_IMAGE, VERSIONS, type Paths } from '../settings';
import { writeArchive, type Image } from './archive';
import { packLayer } from './layer';

export const COREDNS_IMAGE = `docker.io/heliograph/coredns:${VERSIONS.coreDns}`;
export const TRAEFIK_IMAGE = `docker.io/heliograph/traefik:${VERSIONS.traefik}`;

/** The cluster's own images, each with one static program. @returns the archive's path; builds it once. */
export async function systemArchive({ cache, programs, tool }: Paths): Promise<string> {
  const directory = join(cache, 'images/system');
  const file = join(directory, 'system.tar');
  if (existsSync(file)) return file;
  await mkdir(directory, { recursive: true });
  const pause = join(directory, 'pause');
  await runCommand('gcc', ['-Os', '-static', '-s', '-o', pause, join(tool, 'machine/pause.c')]);
  const images: Image[] = [];
  for (const [reference, program, user] of [
    [PAUSE_IMAGE, pause, '65535:65535'],
    [COREDNS_IMAGE, join(programs, 'coredns'), '0:0'],
    [TRAEFIK_IMAGE, join(programs, 'traefik'), '65532:65532'],
  ] as const) {
    const files = join(directory, 'root');
    // Traefik stores its plugins' files below /tmp.
    await mkdir(join(files, 'tmp'), { recursive: true });
    await chmod(join(files, 'tmp'), 0o1777);
    await cp(program, join(files, 'program'));
    await chmod(join(files, 'program'), 0o755);
    const config = { User: user, Env: ['PATH=/'], Entrypoint: ['/program'] };
    images.push({ reference, layers: [await packLayer(files, directory)], config });
    await rm(files, { recursive: true });
  }
  await writeArchive(images, file);
  return file;
}
