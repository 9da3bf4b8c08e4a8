import type { ChangeRow } from '@heliograph/catalog';
import { WaitingFeeds } from './waiting-feeds';

it('lets everything else run while it reads withdrawn signals, however many', async () => {
  const feeds = new WaitingFeeds(() => new Date('2026-11-24'));
  const waitFor = (filters: { q: string }) =>
    feeds.wait({
      key: filters.q,
      filters,
      version: 1,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
  const [first, last] = [waitFor({ q: 'signal1' }), waitFor({ q: 'signal5000' })];
  let read = 0;
  const rows = Array.from({ length: 5_000 }, (_, index): ChangeRow => {
    const id = String(index + 1);
    const company = { slug: 'acme', name: 'Acme' };
    const item = {
      id,
      title: `signal${id}`,
      activityDate: '2026-11-01',
      category: 'news',
      industries: [],
      company,
    };
    const document = Buffer.from(JSON.stringify(item));
    return {
      version: 2,
      id,
      kind: 'withdrawn',
      atMs: 0,
      get was() {
        read += 1;
        return { companyId: 1, employeeCount: undefined, document };
      },
    };
  });
  feeds.notify({ version: 2, rows, signals: undefined });
  expect(read).toBeLessThan(rows.length);
  expect(await first).toEqual({ hasChanges: true, version: 0 });
  expect(await last).toEqual({ hasChanges: true, version: 0 });
  expect(read).toBe(rows.length);
});
