import { cli, identity, members, signIn } from '@heliograph/proto';
import {
  createLogger,
  createRpcClient,
  hashApiKey,
  type RpcClient,
  type RpcService,
  type ServiceDefinition,
} from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import { createIdentityService } from '../../src/service';

type IdentityClient = RpcClient<typeof identity.IdentityServiceService>;
type SignInClient = RpcClient<typeof signIn.SignInServiceService>;
type MemberClient = RpcClient<typeof members.MemberServiceService>;
type CliClient = RpcClient<typeof cli.CliServiceService>;

/** An identity service with its own database. */
export interface TestIdentity {
  /** As heliograph-admin. */
  admin: IdentityClient;
  gateway: IdentityClient;
  dashboard: IdentityClient;
  /** As the dashboard. */
  signIn: SignInClient;
  /** As the dashboard. */
  members: MemberClient;
  /** For users' decisions, as the dashboard. */
  cliUser: CliClient;
  /** For clients' requests, as the gateway. */
  cliClient: CliClient;
  /** As identity's role, for reading the tables and for moving time. */
  pool: Pool;
  database: TestDatabase;
  service: RpcService;
  /** All log output. */
  log: () => string;
  stop(): Promise<void>;
}

/** @param settings variables beyond the required ones. */
export async function startTestIdentity(settings: NodeJS.ProcessEnv = {}): Promise<TestIdentity> {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const database = await startTestDatabase();
  const service = createIdentityService(
    loadConfig({
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: database.connectionString('identity'),
      ...testCallerVariables,
      ...settings,
    }),
    { logger: createLogger({ service: 'identity', level: 'trace' }, destination) },
  );
  await service.start();
  const clients: { close(): Promise<void> }[] = [];
  const connect = <Definition extends ServiceDefinition>(definition: Definition, caller: string) => {
    const client = createRpcClient(definition, {
      address: service.address,
      caller,
      credentials: testCredentials,
      defaultTimeoutMs: 20_000,
    });
    clients.push(client);
    return client;
  };
  const pool = new Pool({ connectionString: database.connectionString('identity'), max: 4 });
  // A test that cuts connections cuts these, too.
  pool.on('error', () => undefined);
  return {
    admin: connect(identity.IdentityServiceService, 'admin'),
    gateway: connect(identity.IdentityServiceService, 'gateway'),
    dashboard: connect(identity.IdentityServiceService, 'dashboard'),
    signIn: connect(signIn.SignInServiceService, 'dashboard'),
    members: connect(members.MemberServiceService, 'dashboard'),
    cliUser: connect(cli.CliServiceService, 'dashboard'),
    cliClient: connect(cli.CliServiceService, 'gateway'),
    pool,
    database,
    service,
    log: () => lines.join(''),
    stop: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await service.destroy();
      await pool.end();
      await database.stop();
    },
  };
}

export const call = { requestId: 'test-request' };

/** A call about a key as heliograph-admin makes it: for any account, on no account's behalf. */
export const byCommand = { accountId: '', actor: undefined };

/** Creates an account; its address is unique unless given. */
export function createAccount(
  { admin }: TestIdentity,
  email = `${randomBytes(6).toString('hex')}@example.com`,
): Promise<identity.Account> {
  return admin.createAccount({ email, plan: identity.Plan.FREE }, call);
}

/** Creates a key with both scopes and without expiry; override what matters. */
export async function createKey(
  { admin }: TestIdentity,
  accountId: string,
  overrides: Partial<identity.CreateKeyRequest> = {},
): Promise<{ id: string; secret: string; key: identity.Key }> {
  const request = {
    accountId,
    name: '',
    scopes: ['signals:read', 'companies:read'],
    expiresAt: undefined,
    monthlyCapRecords: undefined,
    actor: undefined,
    ...overrides,
  };
  const { key, secret } = await admin.createKey(request, call);
  return { id: key!.id, secret, key: key! };
}

export function authenticate(
  { gateway }: TestIdentity,
  secret: string,
): Promise<identity.AuthenticateResponse> {
  return gateway.authenticate({ keyHash: hashApiKey(secret), kind: identity.CredentialKind.API_KEY }, call);
}

interface LoggedChange {
  action: string;
  caller: string;
  request_id: string;
  key_id: string | null;
  detail: unknown;
}

/** An account's changes in order. */
export async function auditOf({ pool }: TestIdentity, accountId: string): Promise<LoggedChange[]> {
  const { rows } = await pool.query<LoggedChange>(
    `SELECT action, caller, request_id, key_id, detail FROM identity.audit_entry
     WHERE account_id = $1 ORDER BY audit_id`,
    [accountId],
  );
  return rows;
}
