import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { ROOT } from '../../support/running-system';

/** The environment of a run. */
export interface Circumstances {
  /** When the load began: ISO 8601, UTC. */
  startedAt: string;
  /** With `-dirty` when files differ from the commit; `unknown` outside a repository. */
  commit: string;
  machine: string;
}

export function circumstances(): Circumstances {
  return { startedAt: new Date().toISOString(), commit: commit(), machine: machine() };
}

function commit(): string {
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}

function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'processor';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${processors.length} × ${model}, ${gigabytes} GB, ${platform()} ${release()} ${arch()}, Node.js ${process.version}`;
}
