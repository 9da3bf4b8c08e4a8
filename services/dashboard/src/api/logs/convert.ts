import type { LoggedRequest } from '@heliograph/dashboard-api';
import type { metering } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import { nameOf } from '../../domain/usage-report';

/** Amounts by their place in the account's chain; undefined while the ledger does not answer. */
export type Amounts = ReadonlyMap<bigint, bigint> | undefined;

/** The place of a request's charge in the account's chain; undefined when it was not charged, or is a replay. */
export function sequenceOf({ receipt, isReplayed }: metering.LoggedRequest): bigint | undefined {
  return receipt === '' || isReplayed ? undefined : BigInt(receipt.slice(0, receipt.indexOf('.')));
}

/** @param names of keys and devices by id. @param showsQuery whether the account keeps queries. */
export function loggedRequestRecord(
  request: metering.LoggedRequest,
  names: ReadonlyMap<string, string>,
  amounts: Amounts,
  showsQuery: boolean,
): LoggedRequest {
  const { id, requestId, credentialId, isTest, method, operation, status, records, isReplayed } = request;
  const channel = request.channel === 'cli' ? 'cli' : 'api';
  return {
    id,
    at: new Date(timeOfId(id)).toISOString(),
    requestId,
    credentialId,
    credentialName: nameOf(channel, credentialId, names),
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

function costOf(request: metering.LoggedRequest, amounts: Amounts): string | null {
  const sequence = sequenceOf(request);
  if (sequence === undefined) return dollarsOfMicros(0n);
  const micros = amounts?.get(sequence);
  return micros === undefined ? null : dollarsOfMicros(micros);
}

/** The moment in a version 7 UUID: its first 48 bits. */
function timeOfId(id: string): number {
  return parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
