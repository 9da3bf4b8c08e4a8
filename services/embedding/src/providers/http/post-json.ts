import { ProviderFailure } from './provider-failure';

interface JsonPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: unknown;
  /** For everything, from the connection to the last byte of the response. */
  timeoutMs: number;
  /** Of the response, decompressed. */
  maximumBytes: number;
  signal: AbortSignal;
}

export interface JsonResponse {
  status: number;
  headers: Headers;
  /** Undefined when it is not JSON. */
  body: unknown;
}

/**
 * Posts JSON and reads JSON. Redirects are not followed: they would carry texts and key to another address.
 *
 * @throws ProviderFailure `connection`, `timeout`, or `response_too_large`.
 */
export async function postJson({
  url,
  headers,
  body,
  timeoutMs,
  maximumBytes,
  signal,
}: JsonPost): Promise<JsonResponse> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal.addEventListener('abort', stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'heliograph',
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: abort.signal,
    });
    const bytes = await readBody(response, maximumBytes, abort);
    return { status: response.status, headers: response.headers, body: parsed(bytes) };
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    throw new ProviderFailure(isLate ? 'timeout' : 'connection', { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function readBody(response: Response, maximumBytes: number, abort: AbortController): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body) {
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > maximumBytes) {
        abort.abort();
        throw new ProviderFailure('response_too_large', { status: response.status });
      }
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

/** Without the parser's message, which quotes its input. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
