import { REPLAY_DAYS, SAVED_SEARCH } from '@heliograph/contract';
import { readMoment, type RequestFault } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryWithBodyOf, refuseFaults } from '../../query';
import { readJsonObject } from '../../read-json';
import { sendFree } from '../../send-free';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';
import { refuseUnknown } from './read-request';

const FIELDS: ReadonlySet<string> = new Set(['since']);
const DAY_MS = 86_400_000;

/** `POST {root}/saved-searches/{id}/replay`: everything since a moment. */
export function replayDeliveries(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'replayDeliveries',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      const request = queryWithBodyOf(exchange);
      const body = await readJsonObject(exchange, SAVED_SEARCH.bodyBytes);
      refuseUnknown(body, FIELDS, '', request.faults);
      const since = sinceOf(body['since'], context.clock(), request.faults);
      refuseFaults(request);
      const { deliveries } = await client.replaySince(
        { accountId, savedSearchId: idsOf(exchange).id, since },
        exchange.call(),
      );
      await sendFree(exchange, { deliveries });
    },
    { takesBody: true },
  );
}

function sinceOf(value: unknown, nowMs: number, faults: RequestFault[]): Date | undefined {
  const at = typeof value === 'string' ? readMoment(value) : undefined;
  const report = (message: string) =>
    void faults.push({ code: 'invalid_parameter', parameter: 'since', message });
  if (!at) report('must be a moment in ISO 8601, like 2026-11-23T08:00:00Z');
  else if (at.getTime() > nowMs) report('must not be in the future');
  else if (at.getTime() < nowMs - REPLAY_DAYS * DAY_MS) report(`must be at most ${REPLAY_DAYS} days ago`);
  return at;
}
