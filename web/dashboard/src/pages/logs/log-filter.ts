/** Time spans to choose from, in hours. */
export const TIMES = [
  { value: 'hour', label: 'Last hour', hours: 1 },
  { value: 'day', label: 'Last 24 hours', hours: 24 },
  { value: 'week', label: 'Last 7 days', hours: 168 },
] as const;

/** Instead of one of {@link TIMES}: a range of UTC days. */
export const DAYS = 'days';

/** What the log is filtered by, as in the page's URL; '' means all. */
export interface LogFilter {
  requestId: string;
  credential: string;
  operation: string;
  /** `2xx`, `4xx`, `5xx`, or an error code. */
  status: string;
  /** One of {@link TIMES}, or {@link DAYS}. */
  time: string;
  /** `YYYY-MM-DD`, UTC, inclusive; only with {@link DAYS}. */
  from: string;
  to: string;
}

export const NO_FILTER: LogFilter = {
  requestId: '',
  credential: '',
  operation: '',
  status: '',
  time: '',
  from: '',
  to: '',
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NAMES = Object.keys(NO_FILTER) as (keyof LogFilter)[];

/** The filter in a URL's query. */
export function filterOf(parameters: URLSearchParams): LogFilter {
  const filter = { ...NO_FILTER };
  for (const name of NAMES) filter[name] = parameters.get(name)?.trim() ?? '';
  return filter;
}

/** The page URL's query: only the filters in use. */
export function parametersOf(filter: LogFilter): Record<string, string> {
  const isByDays = filter.time === DAYS;
  return Object.fromEntries(
    NAMES.filter((name) => filter[name] !== '' && (isByDays || (name !== 'from' && name !== 'to'))).map(
      (name) => [name, filter[name]],
    ),
  );
}

export const isFiltered = (filter: LogFilter): boolean => NAMES.some((name) => filter[name] !== '');

/** Whether what it finds depends on the time. */
export const isRelative = ({ time }: LogFilter): boolean => TIMES.some(({ value }) => value === time);

/** The API's query; relative time spans end now. */
export function logQueryOf(filter: LogFilter, now: number): Record<string, string | undefined> {
  const { requestId, credential, operation, status } = filter;
  return { requestId, credential, operation, status, ...timesOf(filter, now) };
}

function timesOf({ time, from, to }: LogFilter, now: number): { from?: string; until?: string } {
  if (time === DAYS) {
    const [first, last] = [dayOf(from), dayOf(to)];
    return {
      ...(first !== undefined && { from: new Date(first).toISOString() }),
      ...(last !== undefined && { until: new Date(last + DAY_MS).toISOString() }),
    };
  }
  const span = TIMES.find(({ value }) => value === time);
  return span ? { from: new Date(now - span.hours * HOUR_MS).toISOString() } : {};
}

/** Start of a UTC day, in milliseconds; undefined if it is not a day. */
function dayOf(day: string): number | undefined {
  const timestamp = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(timestamp) ? undefined : timestamp;
}
