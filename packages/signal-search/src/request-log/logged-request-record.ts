import type { LoggedRequest } from '@heliograph/contract';
import type { ledger, metering } from '@heliograph/proto';
import { dollarsOfMicros, timeOfUuid } from '@heliograph/runtime';

/** Characters of an id shown in place of an unknown name. */
const SHOWN_ID = 8;

/** Amounts by sequence number in the account's chain; undefined if the ledger does not answer. */
type ReceiptAmounts = ReadonlyMap<bigint, bigint> | undefined;

/** What charges cost according to the ledger. Never fails: without amounts the log is still worth showing. */
export async function readReceiptAmounts(
  requests: readonly metering.LoggedRequest[],
  ask: (sequences: bigint[]) => Promise<ledger.GetReceiptAmountsResponse>,
): Promise<ReceiptAmounts> {
  const sequences = requests.flatMap((request) => sequenceOf(request) ?? []);
  if (sequences.length === 0) return new Map();
  try {
    const { amounts } = await ask(sequences);
    return new Map(amounts.map(({ sequence, amountMicros }) => [sequence, amountMicros]));
  } catch {
    return undefined;
  }
}

/** A key's or device's name; the start of its id if it has none. */
export function credentialNameOf(
  channel: LoggedRequest['channel'],
  id: string,
  names: ReadonlyMap<string, string>,
): string {
  return names.get(id) ?? `${channel === 'cli' ? 'Device' : 'Key'} ${id.slice(0, SHOWN_ID)}`;
}

/** @param names of keys and devices, by id. @param showsQuery whether the account stores queries. */
export function loggedRequestRecord(
  request: metering.LoggedRequest,
  names: ReadonlyMap<string, string>,
  amounts: ReceiptAmounts,
  showsQuery: boolean,
): LoggedRequest {
  const { id, requestId, credentialId, isTest, method, operation, status, records, isReplayed } = request;
  const channel = request.channel === 'cli' ? 'cli' : 'api';
  return {
    id,
    at: new Date(timeOfUuid(id)).toISOString(),
    requestId,
    credentialId,
    credentialName: credentialNameOf(channel, credentialId, names),
    channel,
    isTest,
    method,
    route: request.route || null,
    operation,
    status,
    errorCode: request.errorCode || null,
    records,
    cost: costOf(request, amounts),
    receipt: request.receipt || null,
    isReplayed,
    milliseconds: request.durationMicros / 1000,
    requests: request.requests,
    query: (showsQuery && request.query) || null,
  };
}

/** The sequence number of a request's charge in the account's chain; undefined if it was not charged or is a replay. */
function sequenceOf({ receipt, isReplayed }: metering.LoggedRequest): bigint | undefined {
  return receipt === '' || isReplayed ? undefined : BigInt(receipt.slice(0, receipt.indexOf('.')));
}

function costOf(request: metering.LoggedRequest, amounts: ReceiptAmounts): string | null {
  const sequence = sequenceOf(request);
  if (sequence === undefined) return dollarsOfMicros(0n);
  const micros = amounts?.get(sequence);
  return micros === undefined ? null : dollarsOfMicros(micros);
}
