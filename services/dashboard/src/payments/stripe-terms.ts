import { ServiceError } from '@heliograph/runtime';
import type { Stripe } from 'stripe' with { 'resolution-mode': 'import' };

export const CURRENCY = 'usd';
/** Begins our references to Stripe's objects. */
export const PREFIX = 'stripe:';
/** Objects of a list; Stripe allows no more. */
export const MAXIMUM_LISTED = 100;
/**
 * Metadata of our sessions and subscriptions; objects without it belong to another product of the same Stripe account.
 */
export const ACCOUNT = 'heliograph_account';
/** The user who saves a card. */
export const USER = 'heliograph_user';
export const MICROS = 'heliograph_micros';

/** The page of a new session. @throws ServiceError `unavailable` */
export async function checkoutUrlOf(
  session: Promise<Stripe.Checkout.Session>,
): Promise<{ checkoutUrl: string }> {
  try {
    const { url } = await session;
    if (url === null) throw new Error('the session has no page');
    return { checkoutUrl: url };
  } catch (error) {
    throw unreachable(error);
  }
}

/** Stripe could not be reached, or refused. @param outcome what became of the attempt. */
export function unreachable(error: unknown, outcome = 'Nothing was paid; try again shortly.'): ServiceError {
  return new ServiceError('unavailable', `The payment provider cannot be reached. ${outcome}`, {
    cause: withoutDetails(error),
    retryAfterSeconds: 5,
  });
}

/** Stripe's errors contain headers and bodies, so only their kind is logged. */
export function withoutDetails(error: unknown): Error {
  const { type, code, statusCode, requestId } = error as Partial<Record<string, unknown>>;
  const name = error instanceof Error ? error.name : 'Error';
  const told = [type, code, statusCode, requestId].filter((part) => part !== undefined).join(' ');
  return new Error(`${name}: ${told || (error instanceof Error ? error.message : 'unknown')}`);
}

/** The id of an object that Stripe names or includes. */
export function idOf(named: string | { id: string } | null | undefined): string | undefined {
  return typeof named === 'string' ? named : (named?.id ?? undefined);
}
