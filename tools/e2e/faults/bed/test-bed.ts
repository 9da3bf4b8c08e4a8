import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Disk, KafkaProcess, PatroniCluster, RedisProcess, freePort } from '@heliograph/testing';
import { importCorpus } from '../../support/corpus';
import { System } from '../../support/system';
import { faultsCorpus } from '../load/corpus';
import type { Part } from '../plan/fault-kinds';
import { Clock } from './clock';
import { Database } from './database';
import { SystemProcesses } from './system-processes';
import { UsageTopic } from './usage-topic';

interface TestBedOptions {
  /** Parts to replace with embedded defaults. */
  without: readonly Part[];
  /** Additional variables for the system. */
  environment: NodeJS.ProcessEnv;
  /** Reports progress. */
  say: (step: string) => void;
}

/** Time for the system to be ready again. */
const RETURN_MS = 90_000;
const RESTART_PAUSE_MS = 500;
const HOME = 'home';

/** A complete installation in its own directory: the system, a broker, and a Redis. Any process may be killed. */
export class TestBed {
  readonly clock: Clock;
  readonly processes = new SystemProcesses(() => this.system);
  readonly database: Database;
  private current: System | undefined;
  private restarting: Promise<void> | undefined;

  private constructor(
    readonly directory: string,
    private readonly port: number,
    private readonly options: TestBedOptions,
    readonly broker: KafkaProcess | undefined,
    readonly redis: RedisProcess | undefined,
    /** Replaces the embedded PostgreSQL. */
    readonly cluster: PatroniCluster | undefined,
    /** Holds the system's home, including the embedded PostgreSQL. */
    readonly disk: Disk | undefined,
  ) {
    this.clock = new Clock(join(directory, 'clock.json'));
    this.database = new Database(join(this.home, 'run/system.json'));
  }

  static async start(options: TestBedOptions): Promise<TestBed> {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-faults-'));
    const inDirectory = async (name: string) => {
      await mkdir(join(directory, name));
      return join(directory, name);
    };
    let broker: KafkaProcess | undefined;
    let redis: RedisProcess | undefined;
    let cluster: PatroniCluster | undefined;
    let disk: Disk | undefined;
    let bed: TestBed | undefined;
    try {
      if (!options.without.includes('kafka')) {
        options.say('Starting a broker');
        const onFetch = () => options.say('Fetching Kafka');
        broker = await KafkaProcess.start({ directory: await inDirectory('kafka'), onFetch });
      }
      if (!options.without.includes('redis')) {
        redis = await RedisProcess.start({ directory: await inDirectory('redis') });
      }
      if (!options.without.includes('patroni')) {
        options.say('Starting a cluster of PostgreSQL');
        cluster = await PatroniCluster.start(await inDirectory('patroni'));
      }
      if (!options.without.includes('disk')) {
        disk = await Disk.mount(join(directory, 'disk.img'), join(directory, HOME));
      }
      bed = new TestBed(directory, await freePort(), options, broker, redis, cluster, disk);
      options.say('Starting the system');
      await bed.startSystem();
      await importCorpus(bed.system, faultsCorpus());
      return bed;
    } catch (error) {
      await bed?.stop();
      await Promise.all([broker?.stop(), redis?.stop(), cluster?.stop()]);
      await disk?.unmount();
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  /** The currently running system: each restart after a kill is a new one. */
  get system(): System {
    if (!this.current) throw new Error('the system is not running');
    return this.current;
  }

  private get home(): string {
    return join(this.directory, HOME);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Repeats `npm start` on the same home until it succeeds.
   *
   * @returns the output of each failed start.
   */
  async startAgain(): Promise<string[]> {
    const end = performance.now() + RETURN_MS;
    const refusals: string[] = [];
    for (;;) {
      try {
        await this.startSystem();
        return refusals;
      } catch (error) {
        if (performance.now() > end) throw error;
        refusals.push((error as Error).message.trim().split('\n').at(-1)!);
        await delay(RESTART_PAUSE_MS);
      }
    }
  }

  /**
   * Repeats `heliograph-admin … --json` until it succeeds; for commands that are safe to repeat.
   *
   * @throws its last output when it does not succeed in time.
   */
  async adminUntilDone<Result>(...args: string[]): Promise<Result> {
    const end = performance.now() + RETURN_MS;
    for (;;) {
      try {
        return await this.system.adminJson<Result>(...args);
      } catch (error) {
        if (performance.now() > end) throw error;
        await delay(RESTART_PAUSE_MS);
      }
    }
  }

  /** The usage event topic as an analyst reads it. */
  async openUsageTopic(): Promise<UsageTopic> {
    return UsageTopic.open(
      this.broker
        ? { kind: 'kafka', brokers: this.broker.brokers, topicPrefix: '', replication: 1 }
        : { kind: 'postgres', connectionString: await this.database.url() },
    );
  }

  /** Stops everything in order. Keeps the directory and leaves the disk mounted. */
  async stop(): Promise<void> {
    await this.current?.stop();
    await Promise.all([this.broker?.stop(), this.redis?.stop(), this.cluster?.stop()]);
  }

  async remove(): Promise<void> {
    await this.disk?.unmount();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async startSystem(): Promise<void> {
    this.restarting ??= this.launch().finally(() => (this.restarting = undefined));
    await this.restarting;
  }

  private async launch(): Promise<void> {
    await mkdir(this.home, { recursive: true });
    this.current = await System.start({
      args: ['--empty'],
      home: this.home,
      port: this.port,
      isApart: true,
      environment: {
        ...this.options.environment,
        ...this.clock.environment,
        KAFKA_BROKERS: this.broker?.brokers.join(',') ?? '',
        REDIS_URL: this.redis?.url ?? '',
        DATABASE_URL: this.cluster?.url ?? '',
      },
    });
  }
}
