import { createHash } from 'node:crypto';
import { get, type Agent, type IncomingMessage } from 'node:http';
import { PROXY_FAILURE, SERVED_BY } from '../network/reverse-proxy';

/** One exchange as the client saw it. */
export interface Exchange {
  /** 0 without a response. */
  status: number;
  /** Why it failed: the code of the problem document, of the proxy, or of the connection. */
  reason: string;
  /** Name of the instance that answered. */
  servedBy: string;
  isReplay: boolean;
  /** `X-Records-Consumed` and the number of records in the body. */
  consumed: number;
  records: number;
  /** A company in the response. */
  slug: string | undefined;
  /** SHA-256 of the body. */
  digest: string;
  milliseconds: number;
}

interface SentRequest {
  agent: Agent;
  url: string;
  apiKey: string;
  requestId: string;
  idempotencyKey: string | undefined;
}

/** Longer than any deadline behind the gateway. */
const TIMEOUT_MS = 30_000;

interface Body {
  code?: string;
  detail?: string;
  data?: { items?: { company?: { slug?: string } }[]; slug?: string };
}

/** Sends a request once. Never rejects. */
export async function sendRequest(request: SentRequest): Promise<Exchange> {
  const startedAt = performance.now();
  const failed = (reason: string): Exchange => ({
    status: 0,
    reason,
    servedBy: '',
    isReplay: false,
    consumed: 0,
    records: 0,
    slug: undefined,
    digest: '',
    milliseconds: performance.now() - startedAt,
  });
  try {
    const { response, bytes } = await exchange(request);
    const { headers, statusCode = 0 } = response;
    const body = bodyOf(bytes);
    return {
      status: statusCode,
      reason:
        statusCode === 200 ? '' : `${headers[PROXY_FAILURE] ?? body.code ?? ''} ${body.detail ?? ''}`.trim(),
      servedBy: String(headers[SERVED_BY] ?? ''),
      isReplay: headers['idempotency-replayed'] === 'true',
      consumed: Number(headers['x-records-consumed'] ?? 0),
      records: body.data?.items?.length ?? (body.data?.slug === undefined ? 0 : 1),
      slug: body.data?.items?.[0]?.company?.slug,
      digest: createHash('sha256').update(bytes).digest('hex'),
      milliseconds: performance.now() - startedAt,
    };
  } catch (error) {
    return failed((error as NodeJS.ErrnoException).code ?? (error as Error).message);
  }
}

function exchange({ agent, url, apiKey, requestId, idempotencyKey }: SentRequest) {
  return new Promise<{ response: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'x-request-id': requestId,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const sent = get(url, { agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve({ response, bytes: Buffer.concat(chunks) }));
      response.once('error', reject);
    });
    sent.once('error', reject);
  });
}

function bodyOf(bytes: Buffer): Body {
  try {
    return JSON.parse(bytes.toString()) as Body;
  } catch {
    return {};
  }
}
