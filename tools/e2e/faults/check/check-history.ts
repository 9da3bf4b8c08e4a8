import { logicalIdOf, type LogicalRequest, type Violation } from '../load/journal';
import type { AccountEntry, Evidence } from './evidence';
import { groupBy } from './group-by';

const MICROS_PER_RECORD = 5_000n;

/**
 * Whether each account's history is linearizable: one order of its entries explains what all clients saw and does not
 * contradict real time. Uses the ledger's own order, so this needs no search: a request answered before another was
 * sent precedes it; no fund is ever negative; the balance is charged only when allowances are used up; and for every
 * refusal for lack of records, the account or key had too few at some moment during the request.
 */
export function checkHistory({ entries, requests, caps }: Evidence): Violation[] {
  const byAccount = groupBy(requests, ({ accountId }) => accountId);
  return [...groupBy(entries, ({ accountId }) => accountId)].flatMap(([accountId, own]) => {
    const asked = byAccount.get(accountId) ?? [];
    return [
      ...checkRealTime(own, asked),
      ...checkFundsInOrder(own),
      ...checkRefusals('insufficient_records', statesOf(own), asked),
      ...caps.flatMap(({ credentialId, monthlyCap }) => {
        const ofKey = asked.filter((request) => request.credentialId === credentialId);
        return checkRefusals('key_cap_reached', cappedStates(own, ofKey, monthlyCap), ofKey);
      }),
    ];
  });
}

function checkRealTime(entries: readonly AccountEntry[], requests: readonly LogicalRequest[]): Violation[] {
  const byId = new Map(requests.map((request) => [request.id, request]));
  const violations: Violation[] = [];
  let latest: LogicalRequest | undefined;
  for (const { kind, requestId } of entries) {
    const request = kind === 'charge' ? byId.get(logicalIdOf(requestId)) : undefined;
    if (request?.endedAtMs === undefined) continue;
    if (latest && request.endedAtMs < latest.startedAtMs) {
      const detail = 'charged after one that was sent only when this had its answer';
      violations.push({ check: 'real time', detail, ids: [request.id, latest.id] });
    }
    if (!latest || request.startedAtMs > latest.startedAtMs) latest = request;
  }
  return violations;
}

function checkFundsInOrder(entries: readonly AccountEntry[]): Violation[] {
  return statesOf(entries).flatMap(({ entry, api, subscription, balance }) => {
    if (api < 0n || subscription < 0n || balance < 0n) {
      return [
        { check: 'overdrawn', detail: `${api}, ${subscription}, ${balance} micro-dollars`, ids: [entry.id] },
      ];
    }
    if (entry.kind === 'charge' && entry.balanceMicros < 0n && api + subscription > 0n) {
      return [
        {
          check: 'balance first',
          detail: `${api + subscription} records of allowances left`,
          ids: [entry.id],
        },
      ];
    }
    return [];
  });
}

/** @param states available records after each entry. */
function checkRefusals(
  code: string,
  states: readonly { entry: AccountEntry; records: bigint }[],
  requests: readonly LogicalRequest[],
): Violation[] {
  const refused = requests.filter(({ outcome }) => outcome?.kind === 'refused' && outcome.code === code);
  if (refused.length === 0) return [];
  const byId = new Map(requests.map((request) => [request.id, request]));
  const known = states.map(({ entry, records }) => ({
    records,
    request: byId.get(logicalIdOf(entry.requestId)),
  }));
  return refused.flatMap((request) => {
    // From the state after the last entry that certainly came before it to the first that certainly came after it.
    const before = known.findLastIndex(
      ({ request: other }) => (other?.endedAtMs ?? Infinity) < request.startedAtMs,
    );
    const after = known.findIndex(
      ({ request: other }) => (other?.startedAtMs ?? -Infinity) > request.endedAtMs!,
    );
    const met = known.slice(Math.max(before, 0), after === -1 ? undefined : after);
    const least = met.reduce((fewest, { records }) => (records < fewest ? records : fewest), BigInt(2 ** 53));
    if (before === -1 || least < mostRecords(request)) return [];
    return [
      {
        check: 'refused with enough',
        detail: `${code}: ${least} records, ${request.pathAndQuery}`,
        ids: [request.id],
      },
    ];
  });
}

/** What is left of a key's cap after each of its charges. */
function cappedStates(
  entries: readonly AccountEntry[],
  ofKey: readonly LogicalRequest[],
  monthlyCap: number,
) {
  const ids = new Set(ofKey.map(({ id }) => id));
  let records = BigInt(monthlyCap);
  return entries
    .filter(({ kind, requestId }) => kind === 'charge' && ids.has(logicalIdOf(requestId)))
    .map((entry) => {
      records += entry.apiRecords + entry.subscriptionRecords + entry.balanceMicros / MICROS_PER_RECORD;
      return { entry, records };
    });
}

/** The maximum that a request can cost. */
function mostRecords({ operation, pathAndQuery }: LogicalRequest): bigint {
  if (operation === 'company') return 1n;
  return BigInt(new URL(pathAndQuery, 'http://localhost').searchParams.get('limit') ?? 50);
}

/** An account's funds after each entry; `records` are those that the API can still use. */
function statesOf(entries: readonly AccountEntry[]) {
  let [api, subscription, balance] = [0n, 0n, 0n];
  return entries.map((entry) => {
    api += entry.apiRecords;
    subscription += entry.subscriptionRecords;
    balance += entry.balanceMicros;
    return { entry, api, subscription, balance, records: api + subscription + balance / MICROS_PER_RECORD };
  });
}
