import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-address';
import { ServerProcess } from '../server-process';
import { NetworkLink } from './network-link';

interface PatroniNodeOptions {
  name: string;
  directory: string;
  /** From an environment with the packages in `requirements.txt`. */
  python: string;
  /** The directory of PostgreSQL's programs. */
  programs: string;
  etcdPort: number;
  password: string;
}

/** Patroni's view of a cluster member. */
export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'quorum_standby' | 'replica' | 'standby_leader';
  state: string;
  lag?: number | string;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const ASK_TIMEOUT_MS = 1_000;
/**
 * PostgreSQL refuses to run as root; a user namespace maps root to `nobody` for it, but keeps access to root's files.
 */
const AS_NOBODY = ['--user', '--map-user=65534', '--map-group=65534'];

/**
 * One machine of the cluster: PostgreSQL under Patroni. Other nodes, etcd, and clients reach it over links that can be
 * cut.
 */
export class PatroniNode {
  private constructor(
    private readonly options: PatroniNodeOptions,
    private readonly manager: ServerProcess,
    private readonly restPort: number,
    private readonly links: { etcd: NetworkLink; postgres: NetworkLink; rest: NetworkLink },
  ) {}

  static async prepare(options: PatroniNodeOptions): Promise<PatroniNode> {
    const [postgresPort, restPort] = [await freePort(), await freePort()];
    const links = {
      etcd: await NetworkLink.open(options.etcdPort),
      postgres: await NetworkLink.open(postgresPort),
      rest: await NetworkLink.open(restPort),
    };
    const configuration = join(options.directory, `${options.name}.json`);
    await writeFile(
      configuration,
      JSON.stringify(configurationOf(options, { postgresPort, restPort, links }), undefined, 2),
      { mode: 0o600 },
    );
    const [program, ...before] =
      process.getuid?.() === 0 ? ['unshare', ...AS_NOBODY, options.python] : [options.python];
    const manager = new ServerProcess({
      program: program!,
      arguments: [...before, '-m', 'patroni', configuration],
      logFile: join(options.directory, `${options.name}.log`),
      isReady: async () => (await ask(restPort, '/liveness')) !== undefined,
      startTimeoutMs: START_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
    });
    return new PatroniNode(options, manager, restPort, links);
  }

  get name(): string {
    return this.options.name;
  }

  /** PostgreSQL's port for clients. */
  get port(): number {
    return this.links.postgres.port;
  }

  start(): Promise<void> {
    return this.manager.run();
  }

  /** Patroni's view of the cluster from this node; undefined when it does not answer. */
  async members(): Promise<Member[] | undefined> {
    const response = (await ask(this.restPort, '/cluster')) as { members?: Member[] } | undefined;
    return response?.members;
  }

  /** The postmaster's process id; undefined when it is not running. */
  async postmaster(): Promise<number | undefined> {
    const text = await readFile(join(dataDirectoryOf(this.options), 'postmaster.pid'), 'utf8').catch(
      () => '',
    );
    return Number(text.split('\n')[0]) || undefined;
  }

  /** Kills only Patroni, like `kill -9`: PostgreSQL keeps running. */
  killManager(): Promise<void> {
    return this.manager.kill();
  }

  /** Kills Patroni and PostgreSQL, like `kill -9`. */
  async kill(): Promise<void> {
    await this.manager.kill();
    const postmaster = await this.postmaster();
    if (postmaster !== undefined) kill(postmaster);
  }

  /** Silently cuts all traffic to and from this machine. */
  cutOff(): void {
    for (const link of Object.values(this.links)) link.cut();
  }

  reconnect(): void {
    for (const link of Object.values(this.links)) link.repair();
  }

  async stop(): Promise<void> {
    this.reconnect();
    await this.manager.stop();
    const postmaster = await this.postmaster();
    if (postmaster !== undefined) kill(postmaster);
    await Promise.all(Object.values(this.links).map((link) => link.close()));
  }
}

function dataDirectoryOf({ directory, name }: PatroniNodeOptions): string {
  return join(directory, name);
}

/**
 * https://patroni.readthedocs.io/en/latest/yaml_configuration.html; JSON is YAML. Uses the shortest times that Patroni
 * allows.
 */
function configurationOf(
  options: PatroniNodeOptions,
  at: { postgresPort: number; restPort: number; links: Record<'etcd' | 'postgres' | 'rest', NetworkLink> },
): object {
  const { name, directory, programs, password } = options;
  return {
    scope: 'heliograph',
    name,
    restapi: {
      listen: `127.0.0.1:${at.restPort}`,
      connect_address: `127.0.0.1:${at.links.rest.port}`,
    },
    etcd3: { hosts: `127.0.0.1:${at.links.etcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        // No acknowledged commit is lost: Patroni promotes only a standby that has them all.
        synchronous_mode: true,
        // Don't wait for a crashed primary to return.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
            shared_buffers: '64MB',
          },
          pg_hba: [
            'host all all 127.0.0.1/32 scram-sha-256',
            'host replication all 127.0.0.1/32 scram-sha-256',
            'local all all scram-sha-256',
          ],
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${at.postgresPort}`,
      connect_address: `127.0.0.1:${at.links.postgres.port}`,
      data_dir: dataDirectoryOf(options),
      bin_dir: programs,
      pgpass: join(directory, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      parameters: { unix_socket_directories: directory },
    },
  };
}

async function ask(port: number, path: string): Promise<unknown> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    return (await response.json().catch(() => ({}))) as unknown;
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}
