import type { EdgeOverrides } from '@heliograph/edge';
import {
  freeAddress,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  type ServiceProcess,
  type TestDatabase,
} from '@heliograph/testing';
import { Pool } from 'pg';
import type { GatewayConfig } from '../../src/config';
import { Backend } from './backend';
import { startGatewayOver, type TestGateway } from './gateway';

/** The real ledger in its own process, for any number of gateways; the other services are fakes. */
export class RealLedger {
  /** The ledger's tables. */
  readonly pool: Pool;
  private readonly address = freeAddress();
  private readonly gateways: TestGateway[] = [];
  private process: ServiceProcess | undefined;

  private constructor(
    private readonly database: TestDatabase,
    readonly backend: Backend,
  ) {
    this.pool = new Pool({ connectionString: database.connectionString('ledger'), max: 1 });
  }

  static async start(): Promise<RealLedger> {
    const ledger = new RealLedger(await startTestDatabase(), await Backend.start());
    await ledger.startProcess();
    return ledger;
  }

  restartAfterKill(): Promise<void> {
    return this.whileDown(async () => undefined);
  }

  /** Kills it, and restarts it after an action. */
  async whileDown(action: () => Promise<void>): Promise<void> {
    await this.process?.kill();
    await action();
    await this.startProcess();
  }

  async startGateway(
    changes: Partial<GatewayConfig> = {},
    overrides: EdgeOverrides = {},
  ): Promise<TestGateway> {
    const addresses = { ...this.backend.addresses, ledger: this.address };
    // Parallel charges of one account wait for one another, for seconds on a busy machine.
    const settings = { chargeTimeoutMs: 30_000, ...changes };
    const gateway = await startGatewayOver(this.backend, { addresses, ...settings }, overrides);
    this.gateways.push(gateway);
    return gateway;
  }

  async stop(): Promise<void> {
    for (const gateway of this.gateways) await gateway.stop();
    await this.backend.stop();
    await this.pool.end();
    await this.process?.stop();
    await this.database.stop();
  }

  private async startProcess(): Promise<void> {
    this.process = await startServiceProcess('ledger', {
      RPC_ADDRESS: this.address,
      DATABASE_URL: this.database.connectionString('ledger'),
      ...testCallerVariables,
      RELAY: 'off',
    });
  }
}
