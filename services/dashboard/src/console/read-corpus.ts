import { search } from '@heliograph/proto';
import { lastDates } from '../domain/days';
import { consoleCall, type ConsoleParts, type FigureOf } from './console-parts';

const DAYS = 14;
/** Each call is small, but a busy search service may keep it waiting. */
const TIMEOUT_MS = 10_000;

/** The published corpus, as searches see it. */
export async function readCorpus({ clients, clock }: ConsoleParts): Promise<FigureOf<'corpus'>> {
  const count = async (filters: Partial<search.Filters>) => {
    const request = { filters: search.Filters.fromPartial(filters), facets: [] };
    return Number((await clients.search.count(request, consoleCall(TIMEOUT_MS))).total);
  };
  const [signals, newest, ...counts] = await Promise.all([
    count({}),
    readNewest(clients),
    ...lastDates(DAYS, clock()).map(async (date) => ({
      date,
      signals: await count({ dateFrom: date, dateTo: date }),
    })),
  ]);
  return { signals, newestActivityDate: newest, days: counts };
}

async function readNewest({ search: client }: ConsoleParts['clients']): Promise<string | null> {
  const request = search.SearchRequest.fromPartial({ filters: {}, limit: 1, fields: ['activityDate'] });
  const { itemsJson } = await client.search(request, consoleCall(TIMEOUT_MS));
  const [item] = JSON.parse(itemsJson.toString()) as { activityDate: string }[];
  return item?.activityDate ?? null;
}
