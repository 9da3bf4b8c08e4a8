import { ledger } from '@heliograph/proto';
import { ServiceError, type Handlers } from '@heliograph/runtime';

interface StoredRequest {
  fingerprint: string;
  claim: string;
  response?: ledger.StoredResponse;
  receipt?: string;
  channel?: ledger.Channel;
}

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

/** The ledger's contract in memory, as far as the gateway's tests need it. */
export class FakeLedger implements Handlers<typeof ledger.LedgerServiceService> {
  /** Records that the account's keys can still pay for. */
  remaining = 1_000;
  /** What is left of the one-time records for the command line. */
  cliRemaining = 500;
  /** What is left of a running subscription; undefined without one. */
  subscriptionRemaining: number | undefined;
  /** Accepted charges, one per event id. */
  readonly charges: ledger.ChargeRequest[] = [];
  readonly releases: ledger.ReleaseRequest[] = [];
  /** Voided charges, in order. */
  readonly voids: ledger.VoidChargeRequest[] = [];
  readonly requests = new Map<string, StoredRequest>();
  /** Records charged to each credential. */
  readonly taken = new Map<string, number>();
  /** Records charged under each budget. */
  readonly budgets = new Map<string, number>();
  /** Signals already charged for, each with its account. */
  readonly received = new Set<string>();
  private readonly signalsOf = new Map<string, string[]>();
  private readonly settled = new Map<string, ledger.ChargeResponse>();

  begin = async (request: ledger.BeginRequest) => {
    const { credentialId, idempotencyKey, fingerprint, monthlyCapRecords, claim } = request;
    const name = `${credentialId} ${idempotencyKey}`;
    const known = this.requests.get(name);
    const response: ledger.BeginResponse = ledger.BeginResponse.create();
    if (!known || known.claim === claim) {
      this.requests.set(name, { fingerprint: fingerprint.toString('hex'), claim });
      return { ...response, outcome: NEW, claim };
    }
    if (known.fingerprint !== fingerprint.toString('hex')) return { ...response, outcome: CONFLICT };
    if (!known.response) return { ...response, outcome: IN_PROGRESS, retryAfterSeconds: 7 };
    const remainingRecords = this.remainingOf(known.channel, credentialId, monthlyCapRecords);
    return {
      ...response,
      outcome: REPLAY,
      response: known.response,
      remainingRecords,
      receipt: known.receipt,
    };
  };

  voidCharge = async (request: ledger.VoidChargeRequest) => {
    this.voids.push(request);
    const taken = this.charges.findIndex(({ eventId }) => eventId === request.eventId);
    if (taken < 0) return { wasCharged: false };
    const [charge] = this.charges.splice(taken, 1);
    this.pay(charge!.channel, -charge!.records);
    return { wasCharged: true };
  };

  charge = async (request: ledger.ChargeRequest) => {
    if (this.voids.some(({ eventId }) => eventId === request.eventId))
      throw new ServiceError('invalid_parameter', 'The event id belongs to another charge.');
    const before = this.settled.get(request.eventId);
    if (before) return before;
    const left = this.fundsOf(request.channel);
    if (request.records > left) {
      throw new ServiceError(
        'insufficient_records',
        `This response costs ${request.records} records; ${left} are left.`,
      );
    }
    const { credentialId, records, monthlyCapRecords } = request;
    const taken = this.taken.get(credentialId) ?? 0;
    if (monthlyCapRecords !== undefined && BigInt(taken + records) > monthlyCapRecords) {
      throw new ServiceError(
        'key_cap_reached',
        `This response costs ${records} records, and this key has used ${taken} of the ${monthlyCapRecords} of this month.`,
      );
    }
    this.pay(request.channel, records);
    this.taken.set(credentialId, taken + records);
    this.charges.push(request);
    const response = {
      remainingRecords: this.remainingOf(request.channel, credentialId, monthlyCapRecords),
      receipt: `${this.charges.length}.${'ab'.repeat(32)}`,
    };
    if (request.idempotency) {
      const { idempotencyKey, response: stored } = request.idempotency;
      const known = this.requests.get(`${request.credentialId} ${idempotencyKey}`)!;
      known.response = stored!;
      known.channel = request.channel;
      known.receipt = response.receipt;
    }
    this.settled.set(request.eventId, response);
    return response;
  };

  chargeWithinBudget = async ({ charge, budget }: ledger.ChargeWithinBudgetRequest) => {
    const { id, records } = budget!;
    const used = this.budgets.get(id) ?? 0;
    const isKnown = this.settled.has(charge!.eventId);
    if (!isKnown && charge!.records > 0 && used + charge!.records > records) {
      throw new ServiceError('budget_reached', `The budget "${id}" leaves ${Math.max(0, records - used)}.`);
    }
    const { remainingRecords, receipt } = await this.charge(charge!);
    if (!isKnown) this.budgets.set(id, (this.budgets.get(id) ?? 0) + charge!.records);
    const left = records - (this.budgets.get(id) ?? 0);
    return { remainingRecords, receipt, budgetRemainingRecords: BigInt(Math.max(0, left)) };
  };

  chargeSignals = async ({ charge, signalIds, budget, maxRecords }: ledger.ChargeSignalsRequest) => {
    const { accountId, eventId } = charge!;
    const before = this.signalsOf.get(eventId);
    const fresh = before ?? [...new Set(signalIds)].filter((id) => !this.received.has(`${accountId} ${id}`));
    if (fresh.length > (maxRecords ?? Infinity)) {
      throw new ServiceError('budget_reached', `This response costs ${fresh.length} records.`);
    }
    const counted = { ...charge!, records: fresh.length };
    const left = budget
      ? await this.chargeWithinBudget({ charge: counted, budget })
      : await this.charge(counted);
    this.signalsOf.set(eventId, fresh);
    for (const id of fresh) this.received.add(`${accountId} ${id}`);
    return { ...left, chargedRecords: fresh.length };
  };

  /** The account's receipt chain; charges do not change it. */
  links: ledger.Link[] = [];

  listReceipts = async ({ month, afterSequence, limit }: ledger.ListReceiptsRequest) => {
    const after = this.links.filter(({ sequence }) => sequence > afterSequence);
    return { month: month || '2026-11', links: after.slice(0, limit), more: after.length > limit };
  };

  /** Half a cent each. */
  getReceiptAmounts = async ({ sequences }: ledger.GetReceiptAmountsRequest) => ({
    amounts: sequences.map((sequence) => ({ sequence, amountMicros: 5_000n })),
  });

  getStatement = async ({ accountId, month }: ledger.GetStatementRequest) => ({
    statement: `${accountId}.${month}.signed`,
  });

  listStatementKeys = async () => ({ jwks: '{"keys":[]}' });

  getBudget = async ({ budgetId }: ledger.GetBudgetRequest) => ({
    usedRecords: BigInt(this.budgets.get(budgetId) ?? 0),
  });

  release = async (request: ledger.ReleaseRequest) => {
    this.releases.push(request);
    const name = `${request.credentialId} ${request.idempotencyKey}`;
    const known = this.requests.get(name);
    if (known?.claim === request.claim && !known.response) this.requests.delete(name);
    return {};
  };

  /** Claims never end here. */
  keep = async (_request: ledger.KeepRequest) => ({});

  getUsage = async (_request: ledger.GetUsageRequest): Promise<ledger.Usage> => ({
    month: '2026-11',
    requests: 3n,
    records: 51n,
    byOperation: [{ operation: 'searchSignals', requests: 3n, records: 51n }],
    api: { granted: 100n, used: 51n, remaining: 49n },
    cli: allowanceOf(500, this.cliRemaining),
    web: { granted: 10n, used: 2n, remaining: 8n },
    balanceMicros: 9_750_000n,
    balanceRecords: 1_950n,
    subscription:
      this.subscriptionRemaining === undefined
        ? undefined
        : {
            periodStart: new Date(Date.UTC(2026, 10, 1)),
            periodEnd: new Date(Date.UTC(2026, 11, 1)),
            cli: allowanceOf(5_000, this.subscriptionRemaining),
          },
    prepaidUse: this.prepaidUse,
    plan: undefined,
  });

  listCredentialUsage = async (
    _request: ledger.ListCredentialUsageRequest,
  ): Promise<ledger.ListCredentialUsageResponse> => ({
    month: '2026-11',
    credentials: [...this.taken].map(([credentialId, records]) => ({
      credentialId,
      requests: 1n,
      records: BigInt(records),
    })),
  });

  /** Reported by `GET /usage`; charges use only one fund. */
  prepaidUse: ledger.PrepaidUse = { cli: false, web: false };

  recordWebRequest = () => notImplemented();
  setPrepaidUse = () => notImplemented();
  payPlan = () => notImplemented();
  changePlan = () => notImplemented();
  listLapsedPlans = () => notImplemented();
  lapsePlan = () => notImplemented();
  credit = () => notImplemented();
  startSubscription = () => notImplemented();
  reverseEntry = () => notImplemented();
  settleRefund = () => notImplemented();
  listEntries = () => notImplemented();
  listChargeTotals = () => notImplemented();
  verifyLedger = () => notImplemented();
  getOutboxStatus = () => notImplemented();
  listFunds = () => notImplemented();

  private fundsOf(channel: ledger.Channel | undefined): number {
    if (channel !== ledger.Channel.CLI) return this.remaining;
    return this.subscriptionRemaining ?? this.cliRemaining;
  }

  private pay(channel: ledger.Channel, records: number): void {
    if (channel !== ledger.Channel.CLI) this.remaining -= records;
    else if (this.subscriptionRemaining !== undefined) this.subscriptionRemaining -= records;
    else this.cliRemaining -= records;
  }

  private remainingOf(
    channel: ledger.Channel | undefined,
    credentialId: string,
    cap: bigint | undefined,
  ): bigint {
    const funds = BigInt(this.fundsOf(channel));
    if (cap === undefined) return funds;
    const left = cap - BigInt(this.taken.get(credentialId) ?? 0);
    return left < funds ? left : funds;
  }
}

function allowanceOf(granted: number, remaining: number): ledger.Allowance {
  return { granted: BigInt(granted), used: BigInt(granted - remaining), remaining: BigInt(remaining) };
}

function notImplemented(): never {
  throw new Error('the gateway never calls this');
}
