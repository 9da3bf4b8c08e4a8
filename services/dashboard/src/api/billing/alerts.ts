import { MICROS_PER_DOLLAR } from '@heliograph/contract';
import { alertsBody, type Alerts } from '@heliograph/dashboard-api';
import type { alert } from '@heliograph/proto';
import { ask, change } from '../ask';
import { endpoint } from '../endpoint';
import { refusalRecord } from '../refusal';

/** `GET /billing/alerts` */
export const getAlerts = endpoint({
  name: 'getAlerts',
  async run({ context, exchange, signedIn: { account } }) {
    const found = await ask(exchange, (call) =>
      context.clients.alert.getAlerts({ accountId: account.id }, call),
    );
    return alertsRecord(found, account.email);
  },
});

/** `PATCH /billing/alerts` */
export const setAlerts = endpoint({
  name: 'setAlerts',
  body: alertsBody,
  async run({ context, exchange, signedIn: { account }, body: { usage, balanceBelow } }) {
    const accountId = account.id;
    const keepsUsage = usage === undefined;
    const keepsBalanceBelow = balanceBelow === undefined;
    // A notifier of the previous version stores both as they are sent.
    const kept =
      keepsUsage || keepsBalanceBelow
        ? await ask(exchange, (call) => context.clients.alert.getAlerts({ accountId }, call))
        : undefined;
    const belowMicros =
      typeof balanceBelow === 'number' ? BigInt(balanceBelow) * MICROS_PER_DOLLAR : undefined;
    const wanted = {
      accountId,
      usage: usage ?? kept?.usage ?? false,
      keepsUsage,
      balanceBelowMicros: keepsBalanceBelow ? kept?.balanceBelowMicros : belowMicros,
      keepsBalanceBelow,
    };
    // Safe to repeat: it ends in the same state.
    const set = await change(exchange, (call) => context.clients.alert.setAlerts(wanted, call));
    return alertsRecord(set, account.email);
  },
});

function alertsRecord(
  { isAvailable, usage, balanceBelowMicros: below, refusal }: alert.Alerts,
  email: string,
): Alerts {
  const balanceBelow = below === undefined ? null : Number(below / MICROS_PER_DOLLAR);
  return { isAvailable, usage, balanceBelow, email, refusal: refusalRecord(refusal) };
}
