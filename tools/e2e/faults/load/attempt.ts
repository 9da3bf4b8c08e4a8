import { createHash } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';

/** One HTTP exchange; times are from `performance.now()`. */
export interface ApiResponse {
  sentAtMs: number;
  endedAtMs: number;
  status: number;
  /** From a problem document. */
  code: string;
  detail: string;
  /** `X-Request-Id`. */
  requestId: string;
  isReplay: boolean;
  /** `X-Receipt`; empty without one. */
  receipt: string;
  /** `X-Records-Consumed`, and the number of records in the body. */
  consumed: number;
  records: number;
  /** From a page of signals. */
  ids: string[];
  nextCursor?: string;
  /** From a count. */
  total?: number;
  /** SHA-256 of the body. */
  digest: string;
  retryAfterMs?: number;
}

interface AttemptRequest {
  url: string;
  apiKey: string;
  idempotencyKey: string;
  requestId: string;
}

/** Time after which a client considers a request lost. */
const TIMEOUT_MS = 10_000;
/** Not `fetch`: the client's own CPU time limits the load, and `fetch` uses several times as much. */
const agent = new Agent({ keepAlive: true });

interface Body {
  code?: string;
  detail?: string;
  data?: { items?: { id: string }[]; nextCursor?: string | null; total?: number; slug?: string };
}

/** Sends a request once; undefined without a complete response. */
export async function attempt(request: AttemptRequest): Promise<ApiResponse | undefined> {
  const sentAtMs = performance.now();
  const response = await send(request);
  if (!response) return undefined;
  const { status, headers, bytes } = response;
  const { code = '', detail = '', data } = parse(bytes);
  const retryAfter = headers['retry-after'];
  return {
    sentAtMs,
    endedAtMs: performance.now(),
    status,
    code,
    detail,
    requestId: textOf(headers['x-request-id']),
    isReplay: headers['idempotency-replayed'] === 'true',
    receipt: textOf(headers['x-receipt']),
    consumed: Number(headers['x-records-consumed']),
    records: recordsOf(data),
    ids: data?.items?.map(({ id }) => id) ?? [],
    nextCursor: data?.nextCursor ?? undefined,
    total: data?.total,
    digest: createHash('sha256').update(bytes).digest('hex'),
    retryAfterMs: retryAfter === undefined ? undefined : Number(retryAfter) * 1_000,
  };
}

interface Response {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

function send({ url, apiKey, idempotencyKey, requestId }: AttemptRequest): Promise<Response | undefined> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': idempotencyKey,
      'x-request-id': requestId,
    };
    const end = (response?: Response) => {
      clearTimeout(timeout);
      resolve(response);
    };
    const exchange = get(url, { agent, headers }, (message) => {
      const parts: Buffer[] = [];
      message.on('data', (part: Buffer) => parts.push(part));
      message.once('error', () => end());
      // A truncated response has no `end` event.
      message.once('close', () => end());
      message.once('end', () =>
        end({ status: message.statusCode!, headers: message.headers, bytes: Buffer.concat(parts) }),
      );
    });
    const timeout = setTimeout(() => exchange.destroy(), TIMEOUT_MS);
    exchange.on('error', () => end());
  });
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

/** Records as the client counts them: a page's items, one for a company, none for a count. */
function recordsOf(data: Body['data']): number {
  if (data?.items) return data.items.length;
  return data?.slug === undefined ? 0 : 1;
}

function parse(bytes: Buffer): Body {
  try {
    return JSON.parse(bytes.toString()) as Body;
  } catch {
    return {};
  }
}
