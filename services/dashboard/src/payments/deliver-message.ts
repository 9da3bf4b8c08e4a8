const TIMEOUT_MS = 10_000;

export const WEBHOOK_PATH = '/webhooks/payments';

/** A message of the provider, with its headers. */
export interface SignedMessage {
  body: string;
  headers: Record<string, string>;
}

/** Sends it to the webhook over HTTP, as an external provider would. @returns whether it was accepted. */
export async function postToWebhook(origin: string, { body, headers }: SignedMessage): Promise<boolean> {
  try {
    const { ok } = await fetch(origin + WEBHOOK_PATH, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok;
  } catch {
    return false;
  }
}
