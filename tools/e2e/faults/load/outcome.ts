import type { ApiResponse } from './attempt';
import type { Journal, LogicalRequest, Outcome } from './journal';

/**
 * The result of a request. If it was sent twice at once, one copy may have been refused before the other was paid for.
 *
 * @param responses undefined for an abandoned copy.
 */
export function outcomeOf(
  request: LogicalRequest,
  responses: readonly (ApiResponse | undefined)[],
  journal: Journal,
): Outcome {
  const definite = responses.filter((response) => response !== undefined);
  const wrong = definite.find(({ status }) => status !== 200 && status !== 402);
  if (wrong) return { kind: 'wrong', status: wrong.status, code: wrong.code };
  const [first, ...others] = definite.filter(({ status }) => status === 200);
  if (!first) {
    const refused = definite[0];
    return refused ? { kind: 'refused', code: refused.code } : { kind: 'limited' };
  }
  if (others.some(({ digest, receipt }) => digest !== first.digest || receipt !== first.receipt)) {
    journal.violated('replay', 'two answers to one key differ', [request.id]);
  }
  const firstEndedAtMs = Math.min(...[first, ...others].map(({ endedAtMs }) => endedAtMs));
  const late = definite.find(({ status, sentAtMs }) => status === 402 && sentAtMs > firstEndedAtMs);
  if (late) journal.violated('replay', 'refused after a copy was answered', [late.requestId]);
  for (const { isReplay, consumed, records, requestId } of [first, ...others]) {
    if (consumed !== (isReplay ? 0 : records)) {
      const said = `${records} records, replayed ${isReplay}, X-Records-Consumed ${consumed}`;
      journal.violated('consumed', said, [requestId]);
    }
  }
  return { kind: 'answered', records: first.records, digest: first.digest, receipt: first.receipt };
}
