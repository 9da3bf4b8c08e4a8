import { createHash } from 'node:crypto';
import type { Receipt } from '@heliograph/sdk';
import { logicalIdOf, type LogicalRequest, type Violation } from '../load/journal';
import type { Charge, Evidence } from './evidence';
import { groupBy } from './group-by';

const NO_HASH = '0'.repeat(64);

/**
 * Each account's receipts form one chain without gaps, with its charges in the order they were made; each response's
 * receipt is in it and matches the response. The monthly statements agree.
 */
export function checkReceipts({ receipts, charges, requests, statements }: Evidence): Violation[] {
  const chargesBy = groupBy(charges, ({ accountId }) => accountId);
  const requestsBy = groupBy(requests, ({ accountId }) => accountId);
  const violations: Violation[] = statements.flatMap(({ accountId, month, differences }) =>
    differences.map((detail) => ({ check: 'statement', detail, ids: [accountId, month] })),
  );
  for (const accountId of chargesBy.keys()) {
    const own = receipts.get(accountId) ?? [];
    violations.push(
      ...checkChain(accountId, own),
      ...checkContents(accountId, own, chargesBy.get(accountId)!),
      ...checkAnswers(own, requestsBy.get(accountId) ?? []),
    );
  }
  return violations;
}

function checkChain(accountId: string, receipts: readonly Receipt[]): Violation[] {
  const violations: Violation[] = [];
  let before: { sequence: number; hash: string; at: string } = { sequence: 0, hash: NO_HASH, at: '' };
  for (const receipt of receipts) {
    const { sequence, previous, at } = receipt;
    const found = (detail: string) =>
      violations.push({ check: 'receipts', detail, ids: [accountId, String(sequence)] });
    if (sequence !== before.sequence + 1) found(`${sequence} after ${before.sequence}`);
    else if (previous !== before.hash) found('names another hash than that of the one before');
    if (at < before.at) found(`${at} after ${before.at}`);
    before = { sequence, hash: hashOf(receipt), at };
  }
  return violations;
}

/** Each charge has its receipt, in the right place. */
function checkContents(
  accountId: string,
  receipts: readonly Receipt[],
  charges: readonly Charge[],
): Violation[] {
  const violations: Violation[] = [];
  for (let place = 0; place < Math.max(receipts.length, charges.length); place += 1) {
    const [receipt, charge] = [receipts[place], charges[place]];
    if (receipt && charge && matches(receipt, charge)) continue;
    const detail = `number ${place + 1} is of ${receipt?.requestId ?? 'nothing'}, charged was ${charge?.requestId ?? 'nothing'}`;
    violations.push({
      check: 'receipt and charge',
      detail,
      ids: [accountId, receipt?.eventId ?? '', charge?.id ?? ''],
    });
    // Later ones are out of place, too.
    if (receipt?.eventId !== charge?.id) break;
  }
  return violations;
}

function matches(receipt: Receipt, charge: Charge): boolean {
  return (
    receipt.accountId === charge.accountId &&
    receipt.eventId === charge.id &&
    receipt.requestId === charge.requestId &&
    receipt.records === charge.records &&
    BigInt(receipt.amountMicros) === charge.prepaidMicros
  );
}

function checkAnswers(receipts: readonly Receipt[], requests: readonly LogicalRequest[]): Violation[] {
  const byRequest = new Map(receipts.map((receipt) => [logicalIdOf(receipt.requestId), receipt]));
  return requests.flatMap(({ id, outcome }) => {
    if (outcome?.kind !== 'answered') return [];
    const receipt = byRequest.get(id);
    const found = (detail: string) => [{ check: 'receipt of an answer', detail, ids: [id, outcome.receipt] }];
    if (!receipt) return found('is not in the chain');
    const text = `${receipt.sequence}.${hashOf(receipt)}`;
    if (text !== outcome.receipt) return found(`the chain has ${text}`);
    if (receipt.answerSha256 !== outcome.digest)
      return found(`is of another answer, ${receipt.answerSha256}`);
    return receipt.records === outcome.records ? [] : found(`has ${receipt.records} records`);
  });
}

/** Hash of the canonical JSON (RFC 8785): values are ASCII strings, integers, and null, so sorting members suffices. */
export function hashOf(receipt: Receipt): string {
  const members = Object.entries(receipt).sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('hex');
}
