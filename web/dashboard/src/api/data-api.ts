import { openApiDocument } from '@heliograph/contract';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

/** How long to wait for an answer: longer than the API holds a feed of changes. */
const TIMEOUT_MS = 60_000;

/** An answer of the data API, of any status. */
export interface DataAnswer {
  status: number;
  milliseconds: number;
  /** Those of the OpenAPI document, in its order. */
  headers: readonly (readonly [name: string, value: string])[];
  contentType: string;
  body: string;
}

/**
 * Sends a GET request to the data API from this page: its gateway admits the dashboard's origin. With the key and no
 * cookie, so it can do what the key allows and nothing else.
 *
 * @param url complete.
 * @throws ApiError when there is no answer.
 */
export async function askDataApi(
  url: string,
  { key, idempotencyKey }: { key: string; idempotencyKey?: string | undefined },
): Promise<DataAnswer> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      headers: {
        Authorization: `Bearer ${key}`,
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout,
    });
    const body = await response.text();
    const milliseconds = performance.now() - startedAt;
    const headers = Object.keys(openApiDocument.components.headers).flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const contentType = response.headers.get('Content-Type') ?? '';
    return { status: response.status, milliseconds, headers, contentType, body };
  } catch {
    throw ApiError.own(
      'network',
      0,
      timeout.aborted
        ? 'The API did not answer in time. If it charged, running the same request again gets its answer for free.'
        : 'The API cannot be reached from this page. Check your connection and try again.',
    );
  }
}

const KEY = ['playground-key'] as const;

/** The API key of the playground: in this page's memory only, and gone with a reload or at sign-out. */
export function usePlaygroundKey(): [key: string | null, setKey: (key: string | null) => void] {
  const client = useQueryClient();
  const { data } = useQuery<string | null>({
    queryKey: KEY,
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return [data ?? null, (key) => client.setQueryData(KEY, key)];
}
