import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../plan/random';
import { attempt, type ApiResponse } from './attempt';
import { attemptId, type Journal, type LogicalRequest, type RetryReason } from './journal';

/** An API key and its owner. */
export interface Credential {
  accountId: string;
  credentialId: string;
  apiKey: string;
}

export interface GoodClientOptions {
  url: string;
  credential: Credential;
  journal: Journal;
  random: Random;
  /** Once true, a request that has only got 429s is abandoned. */
  isClosing: () => boolean;
}

/** The first pause after an attempt without a response; pauses double up to the longest. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_500;
/** `Retry-After` is honored up to this limit, so that a run covers a lot in little time. */
const LONGEST_RETRY_AFTER_MS = 1_000;
/** Longest pause while a server cannot answer yet. */
const DEFAULT_RETRY_AFTER_MS = 200;

/**
 * Sends requests as the documentation recommends: with an Idempotency-Key, retrying with the same key while there is no
 * response or one that says "later".
 */
export class GoodClient {
  constructor(private readonly options: GoodClientOptions) {}

  /**
   * @param stream distinguishes the attempts when one request is sent several times.
   * @returns the first definitive response; undefined if abandoned because of limits.
   */
  async ask(
    request: LogicalRequest,
    stream: string,
    pathAndQuery = request.pathAndQuery,
  ): Promise<ApiResponse | undefined> {
    const { journal, isClosing, url, credential } = this.options;
    let unanswered = 0;
    let isOnlyLimited = true;
    for (let number = 1; ; number += 1) {
      const requestId = attemptId(request.id, `${stream}${number}`);
      const sentAtMs = performance.now();
      journal.attempts += 1;
      const response = await attempt({
        url: url + pathAndQuery,
        apiKey: credential.apiKey,
        idempotencyKey: request.id,
        requestId,
      });
      if (response?.status === 200) journal.answered(sentAtMs, request.operation);
      if (response && response.requestId !== requestId) {
        journal.violated('request id', `sent ${requestId}, got ${response.requestId || 'none'}`, [requestId]);
      }
      const reason = retryReason(response);
      if (reason === undefined) return response;
      journal.retried(reason);
      if (reason === '500') {
        journal.violated('internal error', `${response!.code} ${response!.detail}`, [requestId]);
      }
      isOnlyLimited &&= reason === '429';
      if (isOnlyLimited && isClosing()) return undefined;
      unanswered = response ? 0 : unanswered + 1;
      await delay(this.pauseMs(response, unanswered));
    }
  }

  private pauseMs(response: ApiResponse | undefined, unanswered: number): number {
    const { random } = this.options;
    const wanted = response
      ? Math.min(response.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, LONGEST_RETRY_AFTER_MS)
      : Math.min(FIRST_PAUSE_MS * 2 ** unanswered, LONGEST_PAUSE_MS);
    return wanted * (0.5 + random.next() / 2);
  }
}

/** Why to retry; undefined if the response is definitive. */
function retryReason(response: ApiResponse | undefined): RetryReason | undefined {
  if (!response) return 'no answer';
  switch (response.status) {
    case 503:
      return '503';
    case 429:
      return '429';
    case 500:
      return '500';
    case 409:
      return response.code === 'idempotency_in_progress' ? '409 in progress' : undefined;
    default:
      return undefined;
  }
}
