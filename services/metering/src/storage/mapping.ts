import type { DayIncrement } from '../domain/aggregate';
import type { LoggedRequest } from '../domain/logged-request';
import type { DailyTotal, TotalField, UsageAmounts, UsageTotal } from '../domain/usage-total';

// The driver returns bigint and numeric as text.

export interface TotalRow {
  account_id: string;
  credential_id: string;
  channel: string;
  operation: string;
  requests: string;
  records: string;
  allowance_records: string;
  prepaid_records: string;
  subscription_records: string;
  prepaid_micros: string;
}

export interface DailyTotalRow extends TotalRow {
  day: string;
}

export interface AmountsRow {
  requests: string;
  records: string;
  prepaid_micros: string;
}

export function amountsFromRow(row: AmountsRow): UsageAmounts {
  return {
    requests: BigInt(row.requests),
    records: BigInt(row.records),
    prepaidMicros: BigInt(row.prepaid_micros),
  };
}

export function monthTotalFromRow(row: TotalRow): UsageTotal {
  return {
    accountId: row.account_id,
    credentialId: row.credential_id,
    channel: row.channel,
    operation: row.operation,
    requests: BigInt(row.requests),
    records: BigInt(row.records),
    allowanceRecords: BigInt(row.allowance_records),
    prepaidRecords: BigInt(row.prepaid_records),
    subscriptionRecords: BigInt(row.subscription_records),
    prepaidMicros: BigInt(row.prepaid_micros),
  };
}

export function dailyTotalFromRow(row: DailyTotalRow): DailyTotal {
  return { ...monthTotalFromRow(row), date: row.day };
}

/** One array per column. */
export function incrementParameters(increments: readonly DayIncrement[]): unknown[] {
  const numbers = (field: TotalField) => `{${increments.map((increment) => increment[field]).join(',')}}`;
  return [
    increments.map((increment) => increment.accountId),
    increments.map((increment) => increment.date),
    increments.map((increment) => increment.credentialId),
    increments.map((increment) => increment.channel),
    increments.map((increment) => increment.operation),
    numbers('requests'),
    numbers('records'),
    numbers('allowanceRecords'),
    numbers('prepaidRecords'),
    numbers('subscriptionRecords'),
    numbers('prepaidMicros'),
  ];
}

export interface RequestRow {
  account_id: string;
  entry_id: string;
  request_id: string;
  credential_id: string;
  channel: string;
  is_test: boolean;
  method: string;
  route: string;
  operation: string;
  status: number;
  error_code: string;
  records: number;
  receipt: string | null;
  is_replayed: boolean;
  duration_micros: string;
  requests: number;
  query: string | null;
}

export function entryFromRow(row: RequestRow): LoggedRequest {
  return {
    id: row.entry_id,
    accountId: row.account_id,
    requestId: row.request_id,
    credentialId: row.credential_id,
    channel: row.channel,
    isTest: row.is_test,
    method: row.method,
    route: row.route,
    operation: row.operation,
    status: row.status,
    errorCode: row.error_code,
    records: row.records,
    receipt: row.receipt ?? '',
    isReplayed: row.is_replayed,
    durationMicros: Number(row.duration_micros),
    requests: row.requests,
    query: row.query ?? undefined,
  };
}
