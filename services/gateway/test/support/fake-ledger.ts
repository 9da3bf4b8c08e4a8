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
  private readonly settled = new Map<string, ledger.ChargeResponse>();

  begin = async ({ credentialId, idempotencyKey, fingerprint }: ledger.BeginRequest) => {
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
    return { ...response, outcome: REPLAY, answer: known.answer, remainingRecords: BigInt(this.remaining) };
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
    this.remaining -= request.records;
    this.charges.push(request);
    if (request.idempotency) {
      const { idempotencyKey, answer } = request.idempotency;
      this.requests.get(`${request.credentialId} ${idempotencyKey}`)!.answer = answer!;
    }
    const response = { remainingRecords: BigInt(this.remaining) };
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

  credit = () => notAsked();
  startSubscription = () => notAsked();
}

function notAsked(): never {
  throw new Error('the gateway never calls this');
}
