import http from 'node:http';
import https from 'node:https';
import { AddressRefusedError, addressesOf, pinnedTo } from './public-address';

/** What became of an attempt: an answer's status, or why there was none, in words for the owner. */
export type Answer = { status: number } | { failure: string };

export interface Post {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  allowedHosts: readonly string[];
  /** For look-up, connection, request and answer together. */
  timeoutMs: number;
}

const MOST_ANSWER_BYTES = 4_096;
const USER_AGENT = 'Heliograph-Webhooks/1';

/**
 * Posts an event to an address that was just checked, once: redirects are answers, no proxy is asked, and no connection is kept, since
 * the next one is to be checked anew. Never rejects.
 */
export async function post(request: Post): Promise<Answer> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const isLate = new Promise<never>((_done, fail) =>
    signal.addEventListener('abort', () => fail(new LateError()), { once: true }),
  );
  isLate.catch(() => undefined);
  try {
    const addresses = await Promise.race([addressesOf(request.url, request.allowedHosts), isLate]);
    return { status: await Promise.race([send(request, pinnedTo(addresses), signal), isLate]) };
  } catch (error) {
    return { failure: signal.aborted ? new LateError().message : reasonOf(error) };
  }
}

class LateError extends Error {
  constructor() {
    super('There was no answer in time.');
  }
}

function send(
  { url, headers, body }: Post,
  lookup: ReturnType<typeof pinnedTo>,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((done, fail) => {
    const options: https.RequestOptions = {
      method: 'POST',
      // Of its own: the global one may have a proxy of the environment.
      agent: url.protocol === 'https:' ? new https.Agent() : new http.Agent(),
      lookup,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': USER_AGENT,
        connection: 'close',
      },
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, options, (response) => {
      let read = 0;
      const end = () => {
        done(response.statusCode!);
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => (read += chunk.length) > MOST_ANSWER_BYTES && end());
      response.on('end', end);
      response.on('error', fail);
      response.on('close', () => fail(new Error('closed')));
    });
    request.on('error', fail);
    request.end(body);
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host could not be resolved.',
  EAI_AGAIN: 'The host could not be resolved.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before there was an answer.',
};

/** Public: nothing of the machine's network is in it. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefusedError) return 'The host leads to an address that is not public.';
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.includes('CERT') || code.includes('TLS') || code.includes('SSL') || code.includes('SIGNATURE'))
    return 'The TLS connection could not be made.';
  return REASONS[code] ?? 'The connection failed before there was an answer.';
}
