import http from 'node:http';
import https from 'node:https';
import { UnresolvedError, type Resolve } from './host-resolver';
import { AddressRefusedError, addressesOf, pinnedTo } from './public-address';

/** What the receiver answered. @property retryAfter that header, as sent. */
interface Answer {
  status: number;
  retryAfter?: string | undefined;
}

/** The outcome of an attempt: the response, or why there was none, worded for the owner. */
export type PostOutcome = Answer | { failure: string };

interface Post {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  allowedHosts: readonly string[];
  resolve: Resolve;
  /** Covers lookup, connection, request, and the response's status. */
  timeoutMs: number;
}

const USER_AGENT = 'Heliograph-Webhooks/1';

/**
 * Posts an event once, to an address just checked: redirects count as responses, no proxy is used, and no connection is
 * kept, because the next one must be checked again. Never rejects.
 */
export async function post(request: Post): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const isLate = new Promise<never>((_done, fail) =>
    signal.addEventListener('abort', () => fail(new LateError()), { once: true }),
  );
  isLate.catch(() => undefined);
  try {
    const looking = addressesOf(request.url, request.allowedHosts, request.resolve);
    const addresses = await Promise.race([looking, isLate]);
    return await Promise.race([send(request, pinnedTo(addresses), signal), isLate]);
  } catch (error) {
    return { failure: signal.aborted ? new LateError().message : reasonOf(error) };
  }
}

class LateError extends Error {
  constructor() {
    super('There was no response in time.');
  }
}

function send(
  { url, headers, body }: Post,
  lookup: ReturnType<typeof pinnedTo>,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const options: https.RequestOptions = {
      method: 'POST',
      // A separate agent: the global one may use a proxy from the environment.
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
      // The head alone is the outcome: a receiver may be slow to end the body, or never do so.
      done(answerOf(response));
      response.destroy();
    });
    // A receiver cannot switch protocols, and Node.js emits no response if it does.
    request.on('upgrade', (response, socket) => {
      done(answerOf(response));
      socket.destroy();
    });
    request.on('error', fail);
    request.end(body);
  });
}

const answerOf = ({ statusCode, headers }: http.IncomingMessage): Answer => ({
  status: statusCode!,
  retryAfter: headers['retry-after'],
});

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before there was a response.',
};

const UNRESOLVED: Readonly<Record<UnresolvedError['reason'], string>> = {
  unknown: 'The host could not be resolved.',
  late: 'The name servers of the host did not answer in time.',
  busy: 'Too many hosts were being looked up.',
};

/** Shown to users, so it reveals nothing about the machine's network. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefusedError) return 'The host resolves to an address that is not public.';
  if (error instanceof UnresolvedError) return UNRESOLVED[error.reason];
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (/CERT|SIGNATURE|HOSTNAME/.test(code))
    return 'The TLS certificate was not accepted: it must be valid now, name the host, and come from a public authority, with its intermediate certificates.';
  // EPROTO: the receiver may speak plain HTTP.
  if (/TLS|SSL|^EPROTO$/.test(code)) return 'The TLS connection could not be established.';
  return REASONS[code] ?? 'The connection failed before there was a response.';
}
