import { isErrorCode } from '@heliograph/contract';
import { STATUS_CLASSES, type RequestLog } from '@heliograph/dashboard-api';
import type { metering } from '@heliograph/proto';
import type { Query } from '@heliograph/signal-search';
import type { DashboardContext } from '../../context';
import { LOGGED_OPERATIONS } from '../../domain/logged-operations';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { readNames } from '../credential-names';
import { endpoint, refuse } from '../endpoint';
import { withApiFaults } from '../errors';
import { loggedRequestRecord, sequenceOf, type Amounts } from './convert';

const PAGE = 50;
const IDENTIFIER = /^[A-Za-z0-9_-]{1,64}$/;
/** Not an error of the API: the client had gone. */
const ABANDONED = 'abandoned';

/** `GET /logs` */
export const listLogs = endpoint({
  name: 'listLogs',
  query: new Set(['requestId', 'credential', 'operation', 'status', 'from', 'until', 'cursor']),
  checksQuery: true,
  async run({ context, exchange, signedIn: { account }, query }) {
    const accountId = account.id;
    const filter = readFilter(query);
    const { requests, nextPageToken, retentionDays } = await withApiFaults(
      ask(exchange, (call) =>
        context.clients.metering.listRequests({ accountId, limit: PAGE, ...filter }, call),
      ),
    );
    const [names, amounts] = await Promise.all([
      readNames(context, exchange, accountId, requests),
      readAmounts(context, exchange, accountId, requests),
    ]);
    return {
      items: requests.map((request) =>
        loggedRequestRecord(request, names, amounts, account.logsQueries === true),
      ),
      nextCursor: nextPageToken || null,
      retentionDays,
      operations: [...LOGGED_OPERATIONS],
    } satisfies RequestLog;
  },
});

/** The ledger knows what a charge took. Without it the log is still worth showing. */
async function readAmounts(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  requests: readonly metering.LoggedRequest[],
): Promise<Amounts> {
  const sequences = requests.flatMap((request) => sequenceOf(request) ?? []);
  if (sequences.length === 0) return new Map();
  try {
    const { amounts } = await ask(exchange, (call) =>
      clients.ledger.getReceiptAmounts({ accountId, sequences }, call),
    );
    return new Map(amounts.map(({ sequence, amountMicros }) => [sequence, amountMicros]));
  } catch {
    return undefined;
  }
}

/** @throws ServiceError `invalid_parameter` naming every fault. */
function readFilter({ values, faults }: Query): Omit<metering.ListRequestsRequest, 'accountId' | 'limit'> {
  const require = (isValid: boolean, parameter: string, message: string) => {
    if (!isValid) faults.push({ code: 'invalid_parameter', parameter, message });
  };
  const idOf = (name: string) => {
    const text = values.get(name) ?? '';
    require(text === '' || IDENTIFIER.test(text), name, 'must be 1 to 64 letters, digits, _ or -');
    return text;
  };
  const momentOf = (name: string) => {
    const text = values.get(name);
    if (text === undefined) return undefined;
    const moment = new Date(text);
    require(!Number.isNaN(moment.getTime()) && moment.getTime() >= 0, name, 'must be an ISO 8601 time');
    return moment;
  };
  const status = values.get('status') ?? '';
  const isClass = STATUS_CLASSES.some((each) => each === status);
  require(status === '' ||
    isClass ||
    isErrorCode(status) ||
    status === ABANDONED, 'status', `must be ${STATUS_CLASSES.join(', ')}, or an error code`);
  const filter = {
    requestId: idOf('requestId'),
    credentialId: idOf('credential'),
    operation: idOf('operation'),
    statusClass: isClass ? Number(status[0]) : 0,
    errorCode: isClass ? '' : status,
    from: momentOf('from'),
    until: momentOf('until'),
    pageToken: values.get('cursor') ?? '',
  };
  refuse(faults);
  return filter;
}
