import { HeliographError } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import type { DataRequestOptions, WatchOptions } from './options.ts';
import { pageOf } from './response-data.ts';
import { pauseBeforeRetry, sleep } from './retry.ts';
import { encodeParameters, type ChangesParameters, type FieldsParameter } from './search-parameters.ts';
import type { Transport } from './transport.ts';
import type { ChangesPage, SignalField } from './types.ts';

const WAIT_SECONDS = 30;
/** Time for the response and its retries, on top of the wait. */
const RESPONSE_MS = 60_000;
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'unavailable',
  'internal',
  'rate_limited',
  'idempotency_in_progress',
  'network_error',
  'timeout',
]);

type Ask<Field extends SignalField> = (
  parameters: ChangesParameters & FieldsParameter<Field>,
  options: DataRequestOptions,
) => Promise<ChangesPage<Field>>;

/** Requests the next page of a feed. */
export async function fetchChanges<Field extends SignalField>(
  transport: Transport,
  path: string,
  { since, ...parameters }: ChangesParameters & FieldsParameter<Field>,
  options: DataRequestOptions,
): Promise<ChangesPage<Field>> {
  const response = await transport.send({
    ...options,
    path,
    query: encodeParameters({ ...parameters, since: since instanceof Date ? since.toISOString() : since }),
    idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
  });
  return { ...pageOf<Omit<ChangesPage<Field>, 'meta'>>(response), meta: response.meta };
}

/** Yields pages of a feed until the signal is aborted or a permanent failure occurs. */
export async function* followChanges<Field extends SignalField>(
  { cursor, since, wait = WAIT_SECONDS, ...parameters }: ChangesParameters & FieldsParameter<Field>,
  { onRetry, ...options }: WatchOptions,
  ask: Ask<Field>,
): AsyncGenerator<ChangesPage<Field>, void, undefined> {
  const signal = options.signal ?? new AbortController().signal;
  const timeoutMs = options.timeoutMs ?? wait * 1000 + RESPONSE_MS;
  let position: Pick<ChangesParameters, 'cursor' | 'since'> = { cursor, since };
  let failures = 0;
  for (;;) {
    let page: ChangesPage<Field>;
    try {
      // A feed that starts now gets its cursor before it waits, so nothing is missed if the wait fails.
      const waitSeconds = position.cursor === undefined ? 0 : wait;
      page = await ask(
        { ...parameters, ...position, wait: waitSeconds } as ChangesParameters & FieldsParameter<Field>,
        {
          ...options,
          timeoutMs,
        },
      );
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HeliographError) || !TRANSIENT_CODES.has(error.code)) throw error;
      failures += 1;
      onRetry?.(error);
      await sleep(pauseBeforeRetry(failures, error.retryAfterSeconds), signal);
      continue;
    }
    yield page;
    position = { cursor: page.nextCursor };
  }
}
