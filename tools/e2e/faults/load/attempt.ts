import { createHash } from 'node:crypto';

/** One HTTP exchange. */
export interface Answer {
  status: number;
  /** Of a problem document. */
  code: string;
  detail: string;
  /** `X-Request-Id`. */
  requestId: string;
  isReplay: boolean;
  /** `X-Records-Consumed`, and how many records the body holds. */
  consumed: number;
  records: number;
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

/** After which a client takes a request for lost. */
const PATIENCE_MS = 10_000;

interface Body {
  code?: string;
  detail?: string;
  data?: { items?: unknown[]; total?: number; slug?: string };
}

/** Sends a request once; undefined when no whole answer came. */
export async function attempt(request: AttemptRequest): Promise<Answer | undefined> {
  let response: Response;
  let bytes: Buffer;
  try {
    response = await fetch(request.url, {
      headers: {
        authorization: `Bearer ${request.apiKey}`,
        'idempotency-key': request.idempotencyKey,
        'x-request-id': request.requestId,
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    bytes = Buffer.from(await response.arrayBuffer());
  } catch {
    return undefined;
  }
  const body = parse(bytes);
  const { headers } = response;
  const retryAfter = headers.get('retry-after');
  return {
    status: response.status,
    code: body.code ?? '',
    detail: body.detail ?? '',
    requestId: headers.get('x-request-id') ?? '',
    isReplay: headers.get('idempotency-replayed') === 'true',
    consumed: Number(headers.get('x-records-consumed')),
    records: recordsOf(body),
    digest: createHash('sha256').update(bytes).digest('hex'),
    retryAfterMs: retryAfter === null ? undefined : Number(retryAfter) * 1_000,
  };
}

/** As the client counts them: items of a page, a company, none of a count. */
function recordsOf({ data }: Body): number {
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
