import {
  EmbeddedPostgres,
  bootstrapDatabase,
  roleConnectionString,
  type DatabaseRole,
} from '@heliograph/postgres';
import { ledger } from '@heliograph/proto';
import {
  createLogger,
  createRpcClient,
  generateCallerKey,
  trustedKeys,
  type RpcClient,
} from '@heliograph/runtime';
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PROGRAM = resolve(__dirname, '../../../services/ledger/dist/main.js');
const DATABASE = 'heliograph';

export type LedgerClient = RpcClient<typeof ledger.LedgerServiceService>;

/** The ledger's program with its own PostgreSQL, configured as in an embedded start. Nothing else runs alongside it. */
export class BenchedLedger {
  private readonly callerKeys = { gateway: generateCallerKey(), admin: generateCallerKey() };
  private program: ChildProcess | undefined;
  private client: LedgerClient | undefined;

  private constructor(
    private readonly directory: string,
    private readonly server: EmbeddedPostgres,
    /** Shared by all roles: only one program is measured. */
    private readonly password: string,
  ) {}

  /** Prepares the database, but doesn't start the program. */
  static async start(): Promise<BenchedLedger> {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
    const logger = createLogger({ service: 'bench', level: 'fatal' });
    const server = await EmbeddedPostgres.start({ dataDirectory: join(directory, 'postgresql'), logger });
    const benched = new BenchedLedger(directory, server, randomBytes(32).toString('hex'));
    await bootstrapDatabase({
      adminConnectionString: benched.adminUrl,
      rolePassword: () => benched.password,
    });
    return benched;
  }

  get adminUrl(): string {
    return this.server.connectionString(DATABASE);
  }

  databaseUrl(role: DatabaseRole): string {
    return roleConnectionString(this.adminUrl, role, this.password);
  }

  /** Starts (or restarts) the program and connects to it as a gateway does. */
  async run(settings: Record<string, string> = {}): Promise<LedgerClient> {
    await this.endProgram();
    const program = fork(PROGRAM, {
      // The same flags as the launcher's.
      execArgv: ['--max-semi-space-size=32'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        RPC_ADDRESS: this.address,
        DATABASE_URL: this.databaseUrl('ledger'),
        EVENT_LOG_URL: this.databaseUrl('events'),
        CALLER_PUBLIC_KEYS: trustedKeys(this.callerKeys),
        LOG_LEVEL: 'error',
        ...settings,
      },
    });
    this.program = program;
    await new Promise<void>((resolve, reject) => {
      program.once('message', () => resolve());
      program.once('exit', (code) => reject(new Error(`the ledger exited ${code}`)));
    });
    this.client = this.connect('gateway');
    return this.client;
  }

  /** Credits every account with enough for the whole benchmark, as operators do. */
  async fundAccounts(accountIds: readonly string[]): Promise<void> {
    const client = this.connect('admin');
    const credit = (accountId: string) =>
      client.credit(
        { accountId, micros: 1_000_000_000_000n, reference: 'bench', reason: '' },
        { requestId: 'bench' },
      );
    for (let first = 0; first < accountIds.length; first += 100) {
      await Promise.all(accountIds.slice(first, first + 100).map(credit));
    }
    await client.close();
  }

  async destroy(): Promise<void> {
    await this.endProgram();
    await this.server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  private get address(): string {
    return `unix:${join(this.directory, 'ledger.sock')}`;
  }

  private connect(caller: 'gateway' | 'admin'): LedgerClient {
    return createRpcClient(ledger.LedgerServiceService, {
      address: this.address,
      caller,
      credentials: { privateKey: this.callerKeys[caller] },
      defaultTimeoutMs: 30_000,
      multiplexed: true,
    });
  }

  private async endProgram(): Promise<void> {
    await this.client?.close();
    this.client = undefined;
    const { program } = this;
    this.program = undefined;
    if (!program || program.exitCode !== null) return;
    const ended = new Promise((done) => program.once('exit', done));
    program.kill('SIGTERM');
    await ended;
  }
}
