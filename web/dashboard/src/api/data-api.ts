import { openApiDocument } from '@heliograph/contract';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

/** How long to wait for a response: longer than the API holds a changes request open. */
const TIMEOUT_MS = 60_000;

/** A response from the data API, whatever its status. */
export interface DataResponse {
  status: number;
  milliseconds: number;
  /** Only those in the OpenAPI document, in its order. */
  headers: readonly (readonly [name: string, value: string])[];
  contentType: string;
  body: string;
}

/** A request to the data API. */
export interface DataRequest {
  method: string;
  /** Absolute. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** A JSON document. */
  body: string | undefined;
  key: string;
}

/**
 * Sends a request to the data API from this page: its gateway allows the dashboard's origin. It carries the key and no
 * cookie, so it can do what the key allows and nothing else.
 *
 * @throws ApiError if there is no response, or a header cannot be sent.
 */
export async function askDataApi({ method, url, headers, body, key }: DataRequest): Promise<DataResponse> {
  const sent = headersOf(headers);
  setHeader(sent, 'Authorization', `Bearer ${key}`, 'The API key');
  if (body !== undefined) sent.set('Content-Type', 'application/json');
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method,
      headers: sent,
      ...(body !== undefined && { body }),
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout,
    });
    const text = await response.text();
    const milliseconds = performance.now() - startedAt;
    const received = Object.keys(openApiDocument.components.headers).flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const contentType = response.headers.get('Content-Type') ?? '';
    return { status: response.status, milliseconds, headers: received, contentType, body: text };
  } catch {
    throw ApiError.own(
      'network',
      0,
      timeout.aborted
        ? 'The API did not answer in time. If it charged, running the same request again gets its response for free.'
        : 'The API cannot be reached from this page. Check your connection and try again.',
    );
  }
}

function headersOf(pairs: DataRequest['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) setHeader(headers, name, value);
  return headers;
}

/** Browsers can send only Latin-1 in headers. @param label names the value to the user. */
function setHeader(headers: Headers, name: string, value: string, label = name): void {
  try {
    headers.set(name, value);
  } catch {
    throw ApiError.own('unsendable', 0, `${label} contains characters that are not allowed in a header.`);
  }
}

const KEY = ['playground-key'] as const;

/** The playground's API key: in this page's memory only, and gone after a reload or sign-out. */
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
