import { identity, ledger } from '@heliograph/proto';
import { ServiceError, type RpcServer } from '@heliograph/runtime';
import { fakeService, fakeServer, testCallerVariables } from '@heliograph/testing';
import { runHere } from './in-process';
import { account, charge, key, reversal, secretKey, topUp, usage } from './records';

/** Requests to the services, by method. */
export const asked = new Map<string, unknown>();

function answering<Request, Response>(method: string, response: (request: Request) => Response) {
  return async (request: Request): Promise<Response> => {
    asked.set(method, request);
    return response(request);
  };
}

/**
 * Fake identity and ledger services over gRPC, with distinguishable responses. The real services have their own tests.
 */
export class AnsweringServices {
  private constructor(
    private readonly server: RpcServer,
    /** Environment variables for commands that call them. */
    readonly variables: Record<string, string>,
  ) {}

  static async start(): Promise<AnsweringServices> {
    const server = createServer();
    const address = await server.start();
    return new AnsweringServices(server, {
      IDENTITY_ADDRESS: address,
      LEDGER_ADDRESS: address,
      ...testCallerVariables,
    });
  }

  /** Runs a command with --json and returns the one document it prints. */
  async document(...args: string[]): Promise<unknown> {
    const outcome = await runHere([...args, '--json'], this.variables);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^\{.*\}\n$/);
    return JSON.parse(outcome.stdout);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

function createServer(): RpcServer {
  const server = fakeServer();
  fakeService(server, identity.IdentityServiceService, 'admin', {
    createAccount: answering('createAccount', ({ email, plan }) => {
      if (!email.includes('@')) {
        throw new ServiceError('invalid_parameter', 'Invalid request.', {
          issues: [{ parameter: 'email', message: 'must be an address' }],
        });
      }
      return { ...account, email, plan };
    }),
    getAccount: answering('getAccount', ({ id }) => {
      if (id !== account.id) throw new ServiceError('not_found', 'There is no such account.');
      return account;
    }),
    setAccountStatus: answering('setAccountStatus', ({ status }) => ({ ...account, status })),
    createKey: answering('createKey', ({ scopes, monthlyCapRecords }) => ({
      key: { ...key, scopes, monthlyCapRecords },
      secret: secretKey,
    })),
    listKeys: answering('listKeys', () => ({
      keys: [
        key,
        { ...key, id: 'key-2', revokedAt: account.createdAt },
        { ...key, id: 'key-3', monthlyCapRecords: 20_000n, lastUsedAt: account.createdAt },
      ],
    })),
    revokeKey: answering('revokeKey', () => ({ ...key, revokedAt: account.createdAt })),
    updateKey: answering('updateKey', ({ id, name, monthlyCapRecords }) => ({
      ...key,
      id,
      name: name ?? key.name,
      monthlyCapRecords: monthlyCapRecords ?? 500n,
    })),
    rollKey: answering('rollKey', () => ({ key: { ...key, id: 'key-4' }, secret: secretKey })),
    listAccounts: answering('listAccounts', ({ limit, pageToken }) => {
      const start = pageToken === '' ? 0 : Number(pageToken);
      const all = Array.from({ length: 250 }, (_, index) => ({ ...account, id: `account-${index + 1}` }));
      const end = start + limit;
      return { accounts: all.slice(start, end), nextPageToken: end < all.length ? String(end) : '' };
    }),
    updateAccount: answering('updateAccount', ({ plan, role }) => ({
      ...account,
      plan: plan || account.plan,
      role: role || account.role,
    })),
    getAccessRestriction: answering('getAccessRestriction', () => ({
      active: false,
      message: '',
      changedAt: undefined,
    })),
    setAccessRestriction: answering('setAccessRestriction', ({ active, message }) => ({
      active,
      message,
      changedAt: account.createdAt,
    })),
    getStatusNotice: answering('getStatusNotice', () => ({ text: '', changedAt: undefined })),
    setStatusNotice: answering('setStatusNotice', ({ text }) => ({ text, changedAt: account.createdAt })),
  });
  fakeService(server, ledger.LedgerServiceService, 'admin', {
    getUsage: answering('getUsage', () => usage),
    credit: answering('credit', ({ micros, reference, unlessDuplicateWithinSeconds }) =>
      // Pretends that seven dollars were credited a while ago.
      micros === 7_000_000n && unlessDuplicateWithinSeconds
        ? {
            credited: false,
            balanceMicros: 9_750_000n,
            duplicateReference: 'command:earlier',
            duplicateAt: account.createdAt,
          }
        : {
            credited: reference !== 'seen',
            balanceMicros: 9_750_000n + (reference === 'seen' ? 0n : micros),
            duplicateAt: undefined,
          },
    ),
    setPrepaidUse: answering('setPrepaidUse', ({ cli, web }) => ({ cli: cli ?? false, web: web ?? false })),
    startSubscription: answering('startSubscription', ({ cliRecords, periodEnd }) => ({
      periodStart: account.createdAt,
      periodEnd,
      cli: { granted: cliRecords, used: 0n, remaining: cliRecords },
    })),
    reverseEntry: answering('reverseEntry', ({ entryId, reason }) => {
      if (entryId !== charge.id) throw new ServiceError('not_found', 'There is no such entry.');
      return { ...reversal, reason };
    }),
    listEntries: answering('listEntries', ({ kind, limit, pageToken }) => {
      const entries = [reversal, charge, topUp].filter((entry) => kind === '' || entry.kind === kind);
      const start = pageToken === '' ? 0 : entries.findIndex(({ id }) => id === pageToken) + 1;
      const page = entries.slice(start, start + limit);
      return {
        entries: page,
        nextPageToken: start + limit < entries.length ? page.at(-1)!.id : '',
      };
    }),
    listCredentialUsage: answering('listCredentialUsage', () => ({
      month: '2026-11',
      credentials: [{ credentialId: 'key-1', requests: 3n, records: 51n }],
    })),
  });
  return server;
}
