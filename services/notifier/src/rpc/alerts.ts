import { ALERT, MICROS_PER_DOLLAR, TOP_UP_PAUSES, type TopUpPause } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { alert } from '@heliograph/proto';
import { Issues, ServiceError } from '@heliograph/runtime';
import type { Context } from '../context';
import type { AlertChange, AlertSettings } from '../domain/alert';
import { ownerFromRequest } from './convert';

const PAUSES = Object.keys(TOP_UP_PAUSES) as TopUpPause[];

/** @throws ServiceError `invalid_parameter` */
export async function getAlerts(context: Context, request: alert.GetAlertsRequest): Promise<alert.Alerts> {
  const { alerts, mails, mail } = context;
  const { accountId } = ownerFromRequest(request, false);
  const settings = await onDatabase(() => alerts.find(accountId));
  const address = await mail?.recipients.addressOf(accountId);
  const refusal =
    address === undefined ? undefined : await onDatabase(() => mails.refusalOf(accountId, address));
  return { ...settingsToResponse(settings), isAvailable: mail !== undefined, refusal };
}

/** @throws ServiceError `invalid_parameter` */
export async function setAlerts(context: Context, request: alert.SetAlertsRequest): Promise<alert.Alerts> {
  const { accountId } = ownerFromRequest(request, false);
  const wanted = changeFromRequest(request);
  const addsAlert = wanted.usage === true || typeof wanted.balanceBelowMicros === 'bigint';
  if (!context.mail && addsAlert)
    throw new ServiceError('invalid_parameter', 'This installation does not send email.');
  const settings = await onDatabase(() => context.alerts.set(accountId, wanted));
  return {
    ...settingsToResponse(settings),
    isAvailable: context.mail !== undefined,
    refusal: undefined,
  };
}

/** @throws ServiceError `invalid_parameter` */
export async function notifyTopUpPaused(
  { alerts, mail }: Context,
  request: alert.NotifyTopUpPausedRequest,
): Promise<alert.NotifyTopUpPausedResponse> {
  const { accountId } = ownerFromRequest(request, false);
  const { topUpId, micros } = request;
  const reason = PAUSES.find((known) => known === request.reason);
  const issues = new Issues();
  issues.require(/^[\w.:-]{1,128}$/.test(topUpId), 'top_up_id', 'must be an id');
  issues.require(micros > 0n, 'micros', 'must be more than 0');
  issues.require(reason !== undefined, 'reason', `must be one of ${PAUSES.join(', ')}`);
  issues.throwIfAny();
  if (!mail) return {};
  const content = { about: 'top_up', micros: String(micros), reason: reason! } as const;
  await onDatabase(() => alerts.tell(accountId, { occasion: `top-up:${topUpId}`, covers: [], content }));
  return {};
}

function changeFromRequest(request: alert.SetAlertsRequest): AlertChange {
  const { usage, balanceBelowMicros, keepsUsage, keepsBalanceBelow } = request;
  const issues = new Issues();
  const isAmount =
    balanceBelowMicros === undefined ||
    (balanceBelowMicros >= BigInt(ALERT.minimumDollars) * MICROS_PER_DOLLAR &&
      balanceBelowMicros <= BigInt(ALERT.maximumDollars) * MICROS_PER_DOLLAR);
  const rule = `must be from $${ALERT.minimumDollars} to $${ALERT.maximumDollars}`;
  issues.require(isAmount, 'balanceBelow', rule);
  issues.throwIfAny();
  return {
    ...(!keepsUsage && { usage }),
    ...(!keepsBalanceBelow && { balanceBelowMicros: balanceBelowMicros ?? null }),
  };
}

function settingsToResponse(
  settings: AlertSettings | undefined,
): Pick<alert.Alerts, 'usage' | 'balanceBelowMicros'> {
  return { usage: settings?.usage ?? false, balanceBelowMicros: settings?.balanceBelowMicros };
}
