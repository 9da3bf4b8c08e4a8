import { identity } from '@heliograph/proto';
import { retryUnavailable, ServiceError, type OutgoingCall } from '@heliograph/runtime';
import { challenge } from './authenticate';
import { clientApi } from './data-api';
import type { Exchange } from './exchange';

const TIMEOUT_MS = 3_000;

/** Asks identity about the request's session. A session that ended after its token was checked is reported as ended. */
export async function askAboutSession<Result>(
  exchange: Exchange,
  read: (sessionId: string, call: OutgoingCall) => Promise<Result>,
): Promise<Result> {
  const sessionId = exchange.credential!.credentialId;
  try {
    return await retryUnavailable((timeoutMs) => read(sessionId, exchange.call(timeoutMs)), {
      totalMs: TIMEOUT_MS,
      attemptMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error;
    const { code, text } = clientApi.rejections[identity.Verdict.REVOKED]!;
    challenge(exchange, text);
    throw new ServiceError(code, text, { cause: error });
  }
}
