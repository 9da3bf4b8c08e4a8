import { CHANGES_PARAMETERS } from '@heliograph/contract';
import type { Terminal } from '../output/terminal';
import { userAgent } from '../version';
import { withTimeout } from './with-timeout';

/** Timeout of a single attempt. Longer than the API's own deadlines, and than it holds a long poll. */
const ATTEMPT_TIMEOUT_MS = CHANGES_PARAMETERS.wait.maximum * 1_000 + 15_000;

/** Headers whose values --verbose shows. No others are shown. */
const SHOWN_HEADERS = ['idempotency-key', 'x-max-records', 'x-budget-id', 'x-budget-records'];

/**
 * `fetch` that identifies this program, gives up on attempts that hang, and with --verbose logs requests and responses:
 * method, URL, status, time, request id; never a credential or a body.
 */
export function watchedFetch(terminal: Terminal): typeof fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('User-Agent', userAgent());
    const signal = withTimeout(ATTEMPT_TIMEOUT_MS, ...(init.signal ? [init.signal] : []));
    const url = input instanceof Request ? input.url : String(input);
    const shown = SHOWN_HEADERS.flatMap((name) =>
      headers.has(name) ? [`${name} ${headers.get(name)!}`] : [],
    );
    terminal.detail(`> ${init.method ?? 'GET'} ${url}${shown.length > 0 ? ` (${shown.join(', ')})` : ''}`);
    const startedAt = performance.now();
    const took = () => `${Math.round(performance.now() - startedAt)} ms`;
    try {
      const response = await fetch(input, { ...init, headers, signal });
      terminal.detail(`< ${response.status} after ${took()}${describe(response.headers)}`);
      return response;
    } catch (error) {
      terminal.detail(`< no response after ${took()}: ${reasonOf(error)}`);
      throw error;
    }
  };
}

/** Why a fetch failed; Node's message only says that it did. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no response in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || (cause as NodeJS.ErrnoException).code || cause.name;
}

function describe(headers: Headers): string {
  const said = [
    ['request', 'x-request-id'],
    ['records consumed', 'x-records-consumed'],
    ['records remaining', 'x-records-remaining'],
    ['budget remaining', 'x-budget-remaining'],
    ['retry after', 'retry-after'],
    ['replayed', 'idempotency-replayed'],
  ].flatMap(([name, header]) => (headers.has(header!) ? [`${name!} ${headers.get(header!)!}`] : []));
  return said.length === 0 ? '' : `, ${said.join(', ')}`;
}
