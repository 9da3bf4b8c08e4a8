import { ledger } from '@heliograph/proto';
import { ServiceError, type Handlers } from '@heliograph/runtime';

interface StoredRequest {
  fingerprint: string;
  claim: string;
  answer?: ledger.StoredAnswer;
}

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

/** The ledger's contract in memory, as far as the gateway's tests need it. */
export class FakeLedger implements Handlers<typeof ledger.LedgerServiceService> {
  /** What the account can still pay for. */
  remaining = 1_000;
  /** Charges that were taken, one for each event id. */
  readonly charges: ledger.ChargeRequest[] = [];
  readonly releases: ledger.ReleaseRequest[] = [];
  readonly requests = new Map<string, StoredRequest>();
  /** Records that each credential took. */
  readonly taken = new Map<string, number>();
  private readonly settled = new Map<string, ledger.ChargeResponse>();

  begin = async ({ credentialId, idempotencyKey, fingerprint, monthlyCapRecords }: ledger.BeginRequest) => {
    const name = `${credentialId} ${idempotencyKey}`;
    const known = this.requests.get(name);
    const response = ledger.BeginResponse.create();
    if (!known) {
      const claim = `claim-${this.requests.size + 1}`;
      this.requests.set(name, { fingerprint: fingerprint.toString('hex'), claim });
      return { ...response, outcome: NEW, claim };
    }
    if (known.fingerprint !== fingerprint.toString('hex')) return { ...response, outcome: CONFLICT };
    if (!known.answer) return { ...response, outcome: IN_PROGRESS, retryAfterSeconds: 7 };
    const remainingRecords = this.remainingOf(credentialId, monthlyCapRecords);
    return { ...response, outcome: REPLAY, answer: known.answer, remainingRecords };
  };

  charge = async (request: ledger.ChargeRequest) => {
    const before = this.settled.get(request.eventId);
    if (before) return before;
    if (request.records > this.remaining) {
      throw new ServiceError(
        'insufficient_records',
        `This answer costs ${request.records} records; ${this.remaining} are left.`,
      );
    }
    const { credentialId, records, monthlyCapRecords } = request;
    const taken = this.taken.get(credentialId) ?? 0;
    if (monthlyCapRecords > 0n && BigInt(taken + records) > monthlyCapRecords) {
      throw new ServiceError(
        'key_cap_reached',
        `This answer costs ${records} records, and this key used ${taken} of the ${monthlyCapRecords} of this month.`,
      );
    }
    this.remaining -= records;
    this.taken.set(credentialId, taken + records);
    this.charges.push(request);
    if (request.idempotency) {
      const { idempotencyKey, answer } = request.idempotency;
      this.requests.get(`${request.credentialId} ${idempotencyKey}`)!.answer = answer!;
    }
    const response = { remainingRecords: this.remainingOf(credentialId, monthlyCapRecords) };
    this.settled.set(request.eventId, response);
    return response;
  };

  release = async (request: ledger.ReleaseRequest) => {
    this.releases.push(request);
    this.requests.delete(`${request.credentialId} ${request.idempotencyKey}`);
    return {};
  };

  getUsage = async (_request: ledger.GetUsageRequest): Promise<ledger.Usage> => ({
    month: '2026-11',
    requests: 3n,
    records: 51n,
    byOperation: [{ operation: 'searchSignals', requests: 3n, records: 51n }],
    api: { granted: 100n, used: 51n, remaining: 49n },
    cli: { granted: 500n, used: 0n, remaining: 500n },
    web: { granted: 10n, used: 2n, remaining: 8n },
    balanceMicros: 9_750_000n,
    balanceRecords: 1_950n,
    subscription: undefined,
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

  credit = () => notAsked();
  startSubscription = () => notAsked();
  reverseEntry = () => notAsked();
  listEntries = () => notAsked();
  sumCharges = () => notAsked();
  verifyBooks = () => notAsked();
  getOutboxStatus = () => notAsked();

  private remainingOf(credentialId: string, cap: bigint): bigint {
    const funds = BigInt(this.remaining);
    if (cap === 0n) return funds;
    const left = cap - BigInt(this.taken.get(credentialId) ?? 0);
    return left < funds ? left : funds;
  }
}

function notAsked(): never {
  throw new Error('the gateway never calls this');
}
