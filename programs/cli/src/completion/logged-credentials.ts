import { REQUEST_LOG_PAGE, type RequestLogPage } from '@heliograph/contract';
import type { Context } from '../context';
import { withTimeout } from '../http/with-timeout';
import type { Candidate } from './candidate';

/** The shell is waiting. */
const TIMEOUT_MS = 700;
/** How many characters of an id the log shows in place of a name. */
const SHOWN_ID = 8;

/**
 * Keys and devices of the newest requests, by name, or by id if the name is missing or ambiguous. Never cached: the
 * next login may be another account's. Empty on errors and timeouts.
 */
export async function loggedCredentials(context: Pick<Context, 'loginConnection'>): Promise<Candidate[]> {
  const names = await readNames(context).catch(() => new Map<string, string>());
  const all = [...names.values()];
  return [...names].map(([id, name]) => {
    const isItsOwn = all.indexOf(name) === all.lastIndexOf(name) && !name.endsWith(id.slice(0, SHOWN_ID));
    return isItsOwn ? { value: name, description: '' } : { value: id, description: name };
  });
}

async function readNames({
  loginConnection,
}: Pick<Context, 'loginConnection'>): Promise<Map<string, string>> {
  const query = { limit: REQUEST_LOG_PAGE.maximum };
  const { body } = await loginConnection.run((client, options) =>
    client.request<{ data: RequestLogPage }>('/logs', {
      query,
      maxRetries: 0,
      timeoutMs: TIMEOUT_MS,
      signal: withTimeout(TIMEOUT_MS, options.signal),
    }),
  );
  return new Map(body.data.items.map(({ credentialId, credentialName }) => [credentialId, credentialName]));
}
