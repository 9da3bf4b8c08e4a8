import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { developmentCheckoutUrl, decodeCheckout, type DevelopmentCheckout } from './development-checkout';
import { postToWebhook, type SignedMessage } from './deliver-message';
import { developmentPlanEvent, DevelopmentPlans, type DevelopmentPlanMessage } from './development-plans';
import {
  InvalidWebhookError,
  type CheckoutRequest,
  type PaymentEvent,
  type PaymentProvider,
} from './payment-provider';
import { isSignatureOf, signatureOf } from './signed-message';

const PURPOSE = 'development webhook';
/** An older message is a replay. */
const TOLERANCE_MS = 5 * 60 * 1000;
const SIGNATURE = /^t=(\d{1,15}),v1=([A-Za-z0-9_-]{43})$/;

const paid = z.object({
  type: z.literal('checkout.paid'),
  id: z.uuid(),
  accountId: z.string().min(1).max(128),
  micros: z.string().regex(/^[1-9]\d{0,15}$/),
});

/**
 * A provider for one machine and for tests that works like a real one: it has its own page for paying or canceling, and
 * sends signed messages over HTTP after a payment. No money moves.
 */
export class DevelopmentPayments implements PaymentProvider {
  readonly kind = 'development';
  readonly signatureHeader = 'development-signature';
  readonly plans: DevelopmentPlans;

  /** @param site the dashboard's public origin. */
  constructor(
    private readonly secret: string,
    private readonly site: { origin: string },
    private readonly clock: () => number,
  ) {
    this.plans = new DevelopmentPlans(secret, site, clock, (message) => this.post(message));
  }

  async createCheckout({ accountId, micros }: CheckoutRequest): Promise<{ checkoutUrl: string }> {
    const at = { origin: this.site.origin, secret: this.secret, nowMs: this.clock() };
    return { checkoutUrl: developmentCheckoutUrl({ accountId, micros }, at) };
  }

  /** @returns undefined if there is no such checkout, or it has expired. */
  readCheckout(text: string): DevelopmentCheckout | undefined {
    return decodeCheckout(text, this.secret, this.clock());
  }

  /** The message to the webhook after a payment. */
  messageOf(checkout: DevelopmentCheckout): SignedMessage {
    const { id, accountId, micros, cliRecords } = checkout;
    return this.signed(
      cliRecords === undefined
        ? { type: 'checkout.paid', id, accountId, micros: String(micros) }
        : this.plans.firstMessageOf(checkout),
    );
  }

  /** Sends a message to the webhook, as an external provider would. @returns whether it was accepted. */
  post(message: DevelopmentPlanMessage): Promise<boolean> {
    return postToWebhook(this.site.origin, this.signed(message));
  }

  private signed(message: object): SignedMessage {
    const body = JSON.stringify(message);
    const time = String(this.clock());
    const signature = signatureOf(this.secret, PURPOSE, `${time}.${body}`).toString('base64url');
    return {
      body,
      headers: {
        'Content-Type': 'application/json',
        [this.signatureHeader]: `t=${time},v1=${signature}`,
      },
    };
  }

  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentEvent {
    const [, time, signature] = SIGNATURE.exec(String(headers[this.signatureHeader] ?? '')) ?? [];
    if (time === undefined || signature === undefined) throw new InvalidWebhookError('no signature');
    const signed = Buffer.concat([Buffer.from(`${time}.`), rawBody]);
    if (!isSignatureOf(this.secret, PURPOSE, signed, signature)) {
      throw new InvalidWebhookError('the signature does not match the body');
    }
    if (Math.abs(this.clock() - Number(time)) > TOLERANCE_MS) throw new InvalidWebhookError('too old');
    const content: unknown = JSON.parse(rawBody.toString('utf8'));
    const ofPlan = developmentPlanEvent(content);
    if (ofPlan) return ofPlan;
    const message = paid.safeParse(content);
    if (!message.success) return { kind: 'ignored' };
    const { id, accountId, micros } = message.data;
    return {
      kind: 'paid',
      accountId,
      micros: BigInt(micros),
      reference: `development:${id}`,
      reason: 'Top-up (development: no money moved)',
    };
  }
}
