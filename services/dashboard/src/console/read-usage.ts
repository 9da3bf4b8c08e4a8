import type { InstallationDay, LargeAccount } from '@heliograph/dashboard-api';
import type { metering } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import { dateOf, lastDates, monthOf } from '../domain/days';
import { consoleCall, type ConsoleParts, type FigureOf } from './console-parts';

const LARGEST = 10;
/** Metering adds up all accounts of a month. */
const SUMMARY_TIMEOUT_MS = 15_000;

type Sum = Pick<metering.UsageOfDay, 'requests' | 'records' | 'prepaidMicros'>;

const NOTHING: Sum = { requests: 0n, records: 0n, prepaidMicros: 0n };

/** Usage of all accounts this UTC month, from metering's totals. */
export async function readUsage({ clients, clock }: ConsoleParts): Promise<FigureOf<'usage'>> {
  const nowMs = clock();
  const month = monthOf(nowMs);
  const summary = await clients.metering.summarizeUsage(
    { month, limit: LARGEST },
    consoleCall(SUMMARY_TIMEOUT_MS),
  );
  const ids = new Set([...summary.byRecords, ...summary.bySpend].map(({ accountId }) => accountId));
  const emails = await readEmails(clients, [...ids]);
  const byDate = new Map<string, Sum>(summary.days.map((day) => [day.date, day]));
  const account = (found: metering.UsageOfAccount): LargeAccount => {
    const { records, revenue } = sumRecord(found);
    return { id: found.accountId, email: emails.get(found.accountId) ?? null, records, revenue };
  };
  return {
    month,
    days: datesOfMonth(nowMs).map((date) => ({ date, ...sumRecord(byDate.get(date) ?? NOTHING) })),
    today: sumRecord(byDate.get(dateOf(nowMs)) ?? NOTHING),
    total: sumRecord(summary.days.reduce(added, NOTHING)),
    byRecords: summary.byRecords.map(account),
    bySpend: summary.bySpend.map(account),
  };
}

/** At most 20. An address that cannot be read is omitted; the account's figures are still shown. */
async function readEmails(
  { identity }: ConsoleParts['clients'],
  ids: readonly string[],
): Promise<Map<string, string>> {
  const read = async (id: string) => [id, (await identity.getAccount({ id }, consoleCall())).email] as const;
  const results = await Promise.allSettled(ids.map(read));
  return new Map(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
}

/** The UTC month's dates up to today. */
function datesOfMonth(nowMs: number): string[] {
  return lastDates(new Date(nowMs).getUTCDate(), nowMs);
}

const added = (one: Sum, other: Sum): Sum => ({
  requests: one.requests + other.requests,
  records: one.records + other.records,
  prepaidMicros: one.prepaidMicros + other.prepaidMicros,
});

function sumRecord({ requests, records, prepaidMicros }: Sum): Omit<InstallationDay, 'date'> {
  return {
    requests: Number(requests),
    records: Number(records),
    revenue: dollarsOfMicros(prepaidMicros),
  };
}
