import { ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7, type RpcClient, type RpcService } from '@heliograph/runtime';
import { freeAddress, startLocalService, testCredentials, type LocalService } from '@heliograph/testing';
import { startFixture, type MeteringClient, type TestFixture } from './metering';

type LedgerClient = RpcClient<typeof ledger.LedgerServiceService>;

/** A ledger, a metering service, and the event log between them. */
export interface MeteringWithLedger extends TestFixture {
  ledgerService: LocalService;
  ledgerAddress: string;
  /** Calls as the gateway. */
  ledger: LedgerClient;
  /** Calls as the operator. */
  ledgerAdmin: LedgerClient;
  service: RpcService;
  client: MeteringClient;
  /** Restarts the ledger at its address. */
  restartLedger(settings?: Record<string, string>): Promise<void>;
}

export async function startWithLedger(settings: Record<string, string> = {}): Promise<MeteringWithLedger> {
  const fixture = await startFixture();
  const address = freeAddress();
  const startLedger = (more: Record<string, string> = {}) =>
    startLocalService('ledger', {
      ...fixture.variables(),
      RPC_ADDRESS: address,
      DATABASE_URL: fixture.database.connectionString('ledger'),
      ...more,
    });
  const connect = (caller: string) =>
    createRpcClient(ledger.LedgerServiceService, {
      address,
      caller,
      credentials: testCredentials,
      defaultTimeoutMs: 20_000,
    });
  const [gateway, admin] = [connect('gateway'), connect('admin')];
  const running: MeteringWithLedger = {
    ...fixture,
    ledgerService: await startLedger(),
    ledgerAddress: address,
    ledger: gateway,
    ledgerAdmin: admin,
    service: await fixture.startService({ LEDGER_ADDRESS: address, ...settings }),
    client: undefined as never,
    restartLedger: async (more) => {
      await running.ledgerService.stop();
      running.ledgerService = await startLedger(more);
    },
    stop: async () => {
      await gateway.close();
      await admin.close();
      await running.service.destroy();
      await running.ledgerService.stop();
      await fixture.stop();
    },
  };
  running.client = fixture.connect(running.service.address);
  return running;
}

/** A charge of three API records for a search; override what matters. */
export function chargeOf(overrides: Partial<ledger.ChargeRequest> = {}): ledger.ChargeRequest {
  return {
    eventId: uuidv7(),
    accountId: 'account-1',
    credentialId: 'credential-1',
    channel: ledger.Channel.API,
    operation: 'searchSignals',
    mode: ledger.Mode.KEYWORD,
    records: 3,
    requestId: 'request-1',
    idempotency: undefined,
    monthlyCapRecords: undefined,
    ...overrides,
  };
}
