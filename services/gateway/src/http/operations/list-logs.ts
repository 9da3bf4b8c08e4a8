import { REQUEST_LOG_PAGE, REQUEST_LOG_PARAMETERS } from '@heliograph/contract';
import { isUuid, retryUnavailable, type OutgoingCall } from '@heliograph/runtime';
import {
  loggedRequestRecord,
  readLogFilter,
  readPageSize,
  readReceiptAmounts,
  type Query,
} from '@heliograph/signal-search';
import type { GatewayContext } from '../../context';
import { askAboutSession } from '../ask-about-session';
import { clientApi } from '../data-api';
import type { Exchange } from '../exchange';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';
import { sendFree } from '../send-free';

const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(REQUEST_LOG_PARAMETERS));
const TIMEOUT_MS = 3_000;
/** Names listed in a refusal. */
const MAXIMUM_NAMES = 10;

/**
 * `GET /api/cli/v1/logs`: answered requests of all the account's keys and devices, newest first. Free. API keys are
 * refused: they would see what other keys do. Every role with a session may see the dashboard's log page.
 */
export const listLogs: Operation = {
  name: 'listLogs',
  methods: ['GET', 'HEAD'],
  of: clientApi,
  // Following the log would log itself forever.
  isUnlogged: true,
  async handle(context, exchange) {
    const { accountId, logsQueries } = exchange.credential!;
    const { clients, backends } = context;
    const query = queryOf(exchange, PARAMETERS);
    const filter = readLogFilter(query);
    const limit = readPageSize(query, REQUEST_LOG_PAGE);
    throwIfInvalid(query);
    const names = await readNames(context, exchange, []);
    const credentialId = credentialOf(query, names);
    throwIfInvalid(query);
    const { requests, nextPageToken, retentionDays } = await ask(exchange, (call) =>
      clients.metering.listRequests({ accountId, limit, credentialId, ...filter }, call),
    );
    const unnamed = requests.filter(({ channel, credentialId: id }) => channel === 'api' && !names.has(id));
    if (unnamed.length > 0) {
      const ids = [...new Set(unnamed.map((request) => request.credentialId))];
      for (const [id, name] of await readNames(context, exchange, ids)) names.set(id, name);
    }
    const amounts = await readReceiptAmounts(requests, (sequences) =>
      ask(exchange, (call) => backends.live.ledger.getReceiptAmounts({ accountId, sequences }, call)),
    );
    await sendFree(context, exchange, {
      items: requests.map((request) => loggedRequestRecord(request, names, amounts, logsQueries)),
      nextCursor: nextPageToken || null,
      retentionDays,
    });
  },
};

function ask<Result>(exchange: Exchange, read: (call: OutgoingCall) => Promise<Result>): Promise<Result> {
  return retryUnavailable((timeoutMs) => read(exchange.readCall(timeoutMs)), {
    totalMs: TIMEOUT_MS,
    attemptMs: TIMEOUT_MS,
  });
}

/** Names by id: of the keys and devices that the account lists, or else of these keys. */
async function readNames(
  { clients }: GatewayContext,
  exchange: Exchange,
  keyIds: string[],
): Promise<Map<string, string>> {
  const { credentials } = await askAboutSession(exchange, (sessionId, call) =>
    clients.cli.listCredentialNames({ sessionId, keyIds }, call),
  );
  return new Map(credentials.filter(({ name }) => name !== '').map(({ id, name }) => [id, name]));
}

/**
 * The id of the key or device to filter by, given by id or name. Adds an issue for an ambiguous name and for an unknown
 * one: an empty page would read as "sent nothing".
 */
function credentialOf({ values, issues }: Query, names: ReadonlyMap<string, string>): string {
  const wanted = values.get('credential') ?? '';
  if (wanted === '' || names.has(wanted)) return wanted;
  const named = [...names].filter(([, name]) => name === wanted).map(([id]) => id);
  const refuse = (message: string) =>
    issues.push({ code: 'invalid_parameter', parameter: 'credential', message });
  if (named.length > 1) refuse(`is the name of ${named.length} keys or devices; use an id`);
  // A device that has logged out may still be in the log.
  else if (named.length === 0 && !isUuid(wanted))
    refuse(`is not a key or device of this account, which has ${listed(names)}`);
  return named[0] ?? wanted;
}

function listed(names: ReadonlyMap<string, string>): string {
  const distinct = [...new Set(names.values())];
  const left = distinct.length - MAXIMUM_NAMES;
  const shown = distinct.slice(0, MAXIMUM_NAMES).map((name) => JSON.stringify(name));
  return [...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ') || 'none with a name';
}
