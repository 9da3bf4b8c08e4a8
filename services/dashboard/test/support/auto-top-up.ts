import type { AuditLog, AutoTopUp, AutoTopUpBody, BillingState } from '@heliograph/dashboard-api';
import { topUp } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient } from '@heliograph/runtime';
import {
  freePort,
  GOOD_CARD,
  type FakeIntent,
  type FakeStripe,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  testCredentials,
  waitFor,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { createDashboardService } from '../../src/service';
import { call, configOf, type TestDashboard } from './dashboard';
import type { Person } from './person';
import { startStripeDashboard, type StripeDashboard } from './stripe-dashboard';

const NEVER_MS = 3_600_000;
const OFTEN_MS = 30;

export const CHOICE: Extract<AutoTopUpBody, { isOn: true }> = {
  isOn: true,
  balanceBelow: 5,
  amount: 20,
  monthlyCap: 100,
};

/** A dashboard where each test's new account buys with a card at a fake Stripe, when the test says so. */
export class AutoTopUps {
  person!: Person;
  accountId!: string;

  private constructor(
    private readonly running: StripeDashboard,
    readonly pool: Pool,
    readonly ledger: RpcClient<typeof topUp.TopUpServiceService>,
  ) {}

  /** Its dashboard never looks for purchases: each test starts the processes that do. */
  static async start(): Promise<AutoTopUps> {
    const running = await startStripeDashboard({
      with: ['notifier'],
      // Queues emails that it cannot send.
      notifier: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'news@heliograph.example' },
      overrides: { topUpCheckMs: NEVER_MS },
    });
    const { database, addresses } = running.dashboard;
    return new AutoTopUps(
      running,
      new Pool({ connectionString: database.connectionString('ledger'), max: 2 }),
      createRpcClient(topUp.TopUpServiceService, {
        address: addresses.ledger,
        caller: 'dashboard',
        credentials: testCredentials,
        defaultTimeoutMs: 20_000,
      }),
    );
  }

  async stop(): Promise<void> {
    await this.ledger.close();
    await this.pool.end();
    await this.running.stop();
  }

  get dashboard(): TestDashboard {
    return this.running.dashboard;
  }

  get stripe(): FakeStripe {
    return this.running.stripe;
  }

  /** Before each test: nothing is bought any more for earlier tests. */
  async beginTest(): Promise<void> {
    await this.pool.query('UPDATE ledger.auto_top_up SET is_on = false');
    await this.pool.query(`UPDATE ledger.top_up SET state = 'canceled' WHERE state = 'open'`);
    this.stripe.failures.length = 0;
    this.stripe.requests.length = 0;
    Object.assign(this, await this.newcomer());
  }

  async newcomer(): Promise<{ person: Person; accountId: string }> {
    const person = await this.dashboard.signIn();
    return { person, accountId: (await person.refresh()).account.id };
  }

  setting(): Promise<AutoTopUp> {
    return this.person.data<AutoTopUp>('GET', '/billing/auto-top-up');
  }

  async balance(): Promise<string> {
    return (await this.person.data<BillingState>('GET', '/billing')).balance.amount;
  }

  /** The audit log's entries about cards and top-ups, with their authors, newest first. */
  async logged(): Promise<string[]> {
    const { items } = await this.person.data<AuditLog>('GET', '/audit');
    return items
      .filter(({ action }) => /^(card|auto_top_up)\./.test(action))
      .map(({ by, text }) => `${by}: ${text}`);
  }

  /** The reasons of the emails that say that top-ups were turned off. */
  async emailed(): Promise<string[]> {
    const pool = new Pool({ connectionString: this.dashboard.database.connectionString('notifier'), max: 1 });
    const { rows } = await pool.query<{ reason: string }>(
      `SELECT content->>'reason' AS reason FROM notifier.mail WHERE account_id = $1 ORDER BY created_at`,
      [this.accountId],
    );
    await pool.end();
    return rows.map(({ reason }) => reason);
  }

  /** Delivers a message from Stripe. @returns the response's status. */
  async deliver(type: string, object: object, changes = {}): Promise<number> {
    const { body, headers } = this.stripe.event(type, object, changes);
    return (await fetch(`${this.dashboard.url}/webhooks/payments`, { method: 'POST', body, headers })).status;
  }

  /** @returns a function that delivers the message about it again. */
  async saveCard(
    owner = this.person,
    card = GOOD_CARD,
    last4 = '4242',
    atMs = Date.now(),
  ): Promise<() => Promise<number>> {
    await owner.data('POST', '/billing/auto-top-up/card');
    const session = this.stripe.saveCard(this.stripe.sessions.at(-1)!, card, last4);
    const deliver = () => this.deliver('checkout.session.completed', session, { atMs });
    expect(await deliver()).toBe(200);
    return deliver;
  }

  async turnOn(changes: Partial<typeof CHOICE> = {}, card = GOOD_CARD): Promise<void> {
    await this.saveCard(this.person, card);
    await this.person.data('PUT', '/billing/auto-top-up', { ...CHOICE, ...changes });
  }

  /** Runs other processes that look for top-ups until a condition holds. */
  async checkUntil(isDone: () => Promise<boolean>, processes = 1): Promise<void> {
    const services = await Promise.all(
      Array.from({ length: processes }, async () =>
        createDashboardService(
          configOf(this.dashboard.addresses, await freePort(), {
            payments: {
              kind: 'stripe',
              secretKey: STRIPE_KEY,
              webhookSecret: STRIPE_WEBHOOK_SECRET,
              apiUrl: this.stripe.url,
            },
          }),
          { logger: createLogger({ service: 'dashboard', level: 'silent' }), topUpCheckMs: OFTEN_MS },
        ),
      ),
    );
    await Promise.all(services.map((service) => service.start()));
    try {
      await waitFor(isDone);
    } finally {
      await Promise.all(services.map((service) => service.destroy()));
    }
  }

  /** Runs another process until the account's purchases have these states, oldest first. */
  checkUntilStates(...expected: string[]): Promise<void> {
    return this.checkUntil(async () => (await this.states()).join() === expected.join());
  }

  /** Runs another process until at least one attempt has failed and the next is not yet due. */
  checkUntilPutOff(): Promise<void> {
    return this.checkUntil(async () => {
      const { rowCount } = await this.pool.query(
        `SELECT FROM ledger.top_up WHERE account_id = $1 AND state = 'open'
         AND tries > 0 AND leased_until < now() + interval '90 seconds' AND leased_until > now()`,
        [this.accountId],
      );
      return rowCount === 1;
    });
  }

  /** States of the account's purchases, oldest first. */
  async states(id = this.accountId): Promise<string[]> {
    const { rows } = await this.pool.query<{ state: string }>(
      'SELECT state FROM ledger.top_up WHERE account_id = $1 ORDER BY created_at',
      [id],
    );
    return rows.map(({ state }) => state);
  }

  async lease(): Promise<topUp.TopUp[]> {
    return (await this.ledger.leaseTopUps({}, call)).topUps;
  }

  /** Ends a purchase's lease, as if its holder had vanished. @param age how much older it and its settings become. */
  async endLease(age = '0 seconds'): Promise<void> {
    await this.pool.query(
      'UPDATE ledger.auto_top_up SET set_at = set_at - $2::interval WHERE account_id = $1',
      [this.accountId, age],
    );
    await this.pool.query(
      `UPDATE ledger.top_up SET leased_until = now(), created_at = created_at - $2::interval
       WHERE account_id = $1 AND state = 'open'`,
      [this.accountId, age],
    );
  }

  /** The account's payments at Stripe, newest first. */
  intents(id = this.accountId): FakeIntent[] {
    return this.stripe.cards.intents.filter(({ metadata }) => metadata.heliograph_account === id);
  }

  /** Requests to Stripe that create a payment. */
  creations(): FakeStripe['requests'] {
    return this.stripe.requests.filter(({ path }) => path === '/v1/payment_intents');
  }
}
