import { createEventLog, eventLogSettings, eventLogVariables, type EventLog } from '@heliograph/event-log';
import {
  bootstrapDatabase,
  EmbeddedPostgres,
  roleConnectionString,
  type DatabaseRole,
} from '@heliograph/postgres';
import { createLogger, generateCallerKey, loadConfig, trustedKeys } from '@heliograph/runtime';
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const PROGRAM = resolve(__dirname, '../../../services/metering/dist/main.js');
const DATABASE = 'heliograph';

/** Metering's program with its own PostgreSQL, configured as in an embedded start. Nothing else runs alongside it. */
export class BenchedMetering {
  readonly log: EventLog;
  private readonly callerKey = generateCallerKey();
  private program: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly server: EmbeddedPostgres,
    /** Shared by all roles: only one program is measured. */
    private readonly password: string,
    private readonly logVariables: Record<string, string>,
  ) {
    const settings = eventLogSettings(loadConfig(z.object(eventLogVariables), logVariables));
    const logger = createLogger({ service: 'bench', level: 'fatal' });
    this.log = createEventLog(settings, { clientId: 'heliograph-bench', logger });
  }

  /**
   * Prepares the database, but doesn't start the program.
   *
   * @param brokers of Kafka; undefined for the event log in the same PostgreSQL.
   */
  static async start(brokers: string | undefined): Promise<BenchedMetering> {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
    const logger = createLogger({ service: 'bench', level: 'fatal' });
    const server = await EmbeddedPostgres.start({ dataDirectory: join(directory, 'postgresql'), logger });
    const password = randomBytes(32).toString('hex');
    await bootstrapDatabase({
      adminConnectionString: server.connectionString(DATABASE),
      rolePassword: () => password,
    });
    const logVariables: Record<string, string> =
      brokers === undefined
        ? { EVENT_LOG_URL: urlOf(server, password, 'events') }
        : { KAFKA_BROKERS: brokers, KAFKA_TOPIC_PREFIX: `bench-${randomBytes(6).toString('hex')}.` };
    return new BenchedMetering(directory, server, password, logVariables);
  }

  /** Connection string for the role `metering`. */
  get databaseUrl(): string {
    return urlOf(this.server, this.password, 'metering');
  }

  /** Starts the program, which begins consuming. */
  async run(settings: Record<string, string> = {}): Promise<void> {
    const program = fork(PROGRAM, {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        RPC_ADDRESS: `unix:${join(this.directory, 'metering.sock')}`,
        // Nothing listens here: only reconciliation calls the ledger.
        LEDGER_ADDRESS: `unix:${join(this.directory, 'ledger.sock')}`,
        DATABASE_URL: this.databaseUrl,
        CALLER_KEY: this.callerKey,
        CALLER_PUBLIC_KEYS: trustedKeys({ metering: this.callerKey }),
        LOG_LEVEL: 'error',
        ...this.logVariables,
        ...settings,
      },
    });
    this.program = program;
    await new Promise<void>((done, reject) => {
      program.once('message', () => done());
      program.once('exit', (code) => reject(new Error(`metering exited ${code}`)));
    });
  }

  async endProgram(): Promise<void> {
    const { program } = this;
    this.program = undefined;
    if (!program || program.exitCode !== null) return;
    const ended = new Promise((done) => program.once('exit', done));
    program.kill('SIGTERM');
    await ended;
  }

  async destroy(): Promise<void> {
    await this.endProgram();
    await this.log.close();
    await this.server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

function urlOf(server: EmbeddedPostgres, password: string, role: DatabaseRole): string {
  return roleConnectionString(server.connectionString(DATABASE), role, password);
}
