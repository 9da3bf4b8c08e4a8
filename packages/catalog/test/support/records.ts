import type { CompanyRecord, SignalRecord } from '../../src';

export const acme: CompanyRecord = { slug: 'acme', name: 'Acme' };

export function signal(id: string, title: string, more: Partial<SignalRecord> = {}): SignalRecord {
  return {
    id,
    title,
    category: 'product-launch',
    companySlug: 'acme',
    activityDate: '2026-11-01',
    publishedAt: '2026-11-01T00:00:00.000Z',
    ...more,
  };
}

/** Signals with the ids from `from` on. */
export const signals = (from: number, count: number, title = 'A title of usual length about something') =>
  Array.from({ length: count }, (_, index) => signal(String(from + index), `${title} ${from + index}`));

export const numbered = <Record>(records: readonly Record[]) =>
  records.map((record, index) => ({ line: index + 1, record }));
