import { retryAfterMs } from '../domain/retries';
import type { SecretBox } from '../secrets/secret-box';
import type { Receiver } from '../storage/delivery-store';
import type { Resolve } from './host-resolver';
import { post, type PostOutcome } from './post';
import { signedHeaders } from './signature';

interface SenderParts {
  box: SecretBox;
  allowedHosts: readonly string[];
  resolve: Resolve;
  timeoutMs: number;
}

/** Signs events and posts them. */
export class Sender {
  constructor(private readonly parts: SenderParts) {}

  /** @param receiver must have a webhook. @param id of the delivery. @param at time of the attempt. */
  async send(
    savedSearchId: string,
    receiver: Receiver,
    id: string,
    body: string,
    at: Date,
  ): Promise<PostOutcome> {
    const { box, ...how } = this.parts;
    const secrets = [receiver.secret, receiver.previousSecret]
      .filter((sealed) => sealed !== null)
      .map((sealed) => box.open(sealed, savedSearchId));
    const headers = signedHeaders(id, at, body, secrets);
    return post({ url: new URL(receiver.url!), headers, body, ...how });
  }
}

/** Why a response does not end a delivery; undefined when it does. */
export function failureOf(response: PostOutcome): string | undefined {
  if ('failure' in response) return response.failure;
  if (response.status >= 200 && response.status < 300) return undefined;
  if (isGone(response)) return `The receiver answered ${GONE} (Gone), which ends its deliveries.`;
  return response.status >= 300 && response.status < 400
    ? `The receiver redirected (${response.status}); redirects are not followed.`
    : `The receiver answered ${response.status}.`;
}

const GONE = 410;

/** Whether the receiver wants nothing more, which Standard Webhooks has a sender follow. */
export const isGone = (response: PostOutcome): boolean => 'status' in response && response.status === GONE;

/** RFC 6585, section 4, and RFC 9110, section 15.6.4: the receiver is busy, and may say for how long. */
const BUSY = [429, 503];

/** For how long a receiver asks not to be sent anything; undefined if it doesn't. @param nowMs of the response. */
export function retryAfterOf(response: PostOutcome, nowMs: number): number | undefined {
  return 'status' in response && BUSY.includes(response.status)
    ? retryAfterMs(response.retryAfter, nowMs)
    : undefined;
}
