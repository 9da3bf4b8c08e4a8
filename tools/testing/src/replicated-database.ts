import { EmbeddedPostgres } from '@heliograph/postgres';
import { createLogger } from '@heliograph/runtime';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-address';

const logger = createLogger({ service: 'test', level: 'fatal' });
const SETTINGS = { shared_buffers: '32MB', wal_level: 'replica', max_wal_senders: '4' };

/** Copies the data directory of a stopped {@link EmbeddedPostgres}, with the superuser's password. */
export async function copyStopped(dataDirectory: string, copy: string): Promise<void> {
  await cp(dataDirectory, copy, { recursive: true, preserveTimestamps: true });
  await cp(`${dataDirectory}.password`, `${copy}.password`);
  // PostgreSQL insists on owning its directory, and a copy made by root belongs to root.
  const { uid, gid } = await stat(dataDirectory);
  execFileSync('chown', ['-R', `${uid}:${gid}`, copy]);
}

/** A primary and an asynchronous streaming standby that only the test promotes. */
export class ReplicatedDatabase {
  private constructor(
    private readonly home: string,
    readonly primary: EmbeddedPostgres,
    readonly standby: EmbeddedPostgres,
    readonly ports: Readonly<{ primary: number; standby: number }>,
  ) {}

  static async start(): Promise<ReplicatedDatabase> {
    const home = await mkdtemp(join(tmpdir(), 'replicated-'));
    const ports = { primary: await freePort(), standby: await freePort() };
    const [first, second] = [join(home, 'primary'), join(home, 'standby')];
    const server = (dataDirectory: string, port: number, settings = {}) =>
      EmbeddedPostgres.start({ dataDirectory, port, logger, settings: { ...SETTINGS, ...settings } });
    await (await server(first, ports.primary)).stop();
    await copyStopped(first, second);
    await writeFile(join(second, 'standby.signal'), '');
    const primary = await server(first, ports.primary);
    const { username, password } = new URL(primary.connectionString());
    const source = `host=127.0.0.1 port=${ports.primary} user=${username} password=${decodeURIComponent(password)}`;
    const standby = await server(second, ports.standby, { primary_conninfo: source });
    return new ReplicatedDatabase(home, primary, standby, ports);
  }

  /** The administrator's connection string with these servers in this order; by default both, standby first. */
  connectionString(ports: readonly number[] = [this.ports.standby, this.ports.primary]): string {
    const { username, password } = new URL(this.primary.connectionString());
    return `postgresql://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres`;
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.stop(), this.standby.stop()]);
    await rm(this.home, { recursive: true, force: true });
  }
}
