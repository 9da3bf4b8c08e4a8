import { type CHANGES_PARAMETERS } from '@heliograph/contract';
import {
  ChangesCursorCodec,
  CHANGES_PARAMETER_NAMES,
  readChangesQuery,
  runChanges,
  withStart,
  type ChangesResponse,
  type ChangesQuery,
  type Query,
} from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import { answerMetered } from '../../charging/metered';
import type { MeteredResult } from '../../charging/metered-request';
import type { GatewayContext } from '../../context';
import { authenticate } from '../authenticate';
import type { DataApi } from '../data-api';
import type { Exchange } from '../exchange';
import { checkMeteredQuery, readMeteredHeaders } from '../metered-query';
import type { Operation } from '../operation';
import { queryOf } from '../query';

const WAIT = 'wait' satisfies keyof typeof CHANGES_PARAMETERS;
/** Empty counts as absent. */
const NO_WAIT = /^0*$/;

/** `GET {root}/changes` */
export function getChanges(of: DataApi): Operation {
  return changesOperation(of, 'getChanges', (_context, exchange) =>
    Promise.resolve(queryOf(exchange, CHANGES_PARAMETER_NAMES)),
  );
}

/** @param readQuery reads a request's query; its filters may come from elsewhere. */
export function changesOperation(
  of: DataApi,
  name: string,
  readQuery: (context: GatewayContext, exchange: Exchange) => Promise<Query>,
): Operation {
  return {
    name,
    // HEAD would have to be charged like GET, for no records.
    methods: ['GET'],
    of,
    isMetered: true,
    scope: 'signals:read',
    isSearch: true,
    isHeld: ({ rawQuery }) => asksToWait(rawQuery),
    async handle(context, exchange) {
      const query = await readQuery(context, exchange);
      const asked = readChangesQuery(query, {
        cursors: new ChangesCursorCodec(context.config.cursorSecrets, {
          channel: exchange.credential!.isTest ? 'test' : of.name,
          accountId: exchange.credential!.accountId,
        }),
        earliestActivityDate: context.config.earliestActivityDate,
        nowMs: context.clock(),
      });
      const { idempotencyKey, bounds } = readMeteredHeaders(exchange, query);
      await checkMeteredQuery(context, exchange, { query, idempotencyKey }, asked.identifiers);
      await answerMetered(context, exchange, {
        operation: 'getChanges',
        query,
        idempotencyKey,
        bounds,
        // Withdrawals, and updates of signals the account has, are free, so the ledger must decide what to refuse.
        isFree: true,
        mayFindNothing: false,
        run: async () => {
          const { feeds, searching } = backendOf(context, exchange);
          const started = await withStart(feeds, searching, exchange, asked);
          const response = await holdUntilDraining(context, exchange, withTimeLeft(started, exchange));
          // It may have been held for half a minute: by now its key may be revoked, or its cap changed.
          if (asked.waitMs > 0) exchange.credential = await authenticate(context, of, exchange);
          return meteredResultOf(response);
        },
      });
    },
  };
}

/**
 * Whether it asks to be held, judging before its parameters are read, and in any encoding. Invalid or repeated values
 * are refused soon after, in either slot.
 */
function asksToWait(rawQuery: string): boolean {
  return new URLSearchParams(rawQuery).getAll(WAIT).some((value) => !NO_WAIT.test(value));
}

/** The caller's timeout started with its request: among thousands, reaching the wait can take seconds. */
function withTimeLeft(asked: ChangesQuery, { startedAt }: Exchange): ChangesQuery {
  const passedMs = Math.ceil(performance.now() - startedAt);
  return { ...asked, waitMs: Math.max(0, asked.waitMs - passedMs) };
}

function meteredResultOf({ items, ...response }: ChangesResponse): MeteredResult {
  return { ...response, isUncharged: items === 0 };
}

/** A gateway that is about to stop holds no response: it sends what it has. */
async function holdUntilDraining(
  context: GatewayContext,
  exchange: Exchange,
  asked: ChangesQuery,
): Promise<ChangesResponse> {
  const { feeds, searching } = backendOf(context, exchange);
  const held = new AbortController();
  const leave = context.readiness.whenDraining(() => held.abort());
  const { signal: gone } = exchange.readCall();
  const abort = () => held.abort();
  gone!.addEventListener('abort', abort);
  const caller = {
    readCall: (timeoutMs: number) => ({ ...exchange.call(timeoutMs), signal: held.signal }),
    get isAbandoned() {
      return held.signal.aborted;
    },
  };
  try {
    return await runChanges(feeds, searching, caller, asked);
  } catch (error) {
    if (!context.readiness.draining || exchange.isAbandoned || asked.waitMs === 0) throw error;
    return await runChanges(feeds, searching, exchange, { ...asked, waitMs: 0 });
  } finally {
    leave();
    gone!.removeEventListener('abort', abort);
  }
}
