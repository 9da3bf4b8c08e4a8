import { TOP_UP_PAUSES } from '@heliograph/contract';

/** A change in the audit log. */
interface LoggedChange {
  /** Such as "key.create". */
  action: string;
  /** The program that made it. */
  caller: string;
  /** The account it was done from; empty for a program. */
  actorAccountId: string;
  /** Who did it; undefined for a program. */
  actorUser: { id: string; email: string } | undefined;
  detail: Readonly<Record<string, unknown>>;
}

/** The old and new value. */
interface FromTo {
  from: unknown;
  to: unknown;
}

/** Programs that operators use. */
const OPERATORS_PROGRAMS: ReadonlySet<string> = new Set(['admin']);

const PAUSES: ReadonlyMap<string, string> = new Map(Object.entries(TOP_UP_PAUSES));

/** An entry's detail; empty when it cannot be read. */
export function auditDetail(detailJson: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(detailJson);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Who did it.
 *
 * @param account the account it was done to.
 * @param viewerId the reader: only they are "You". Changes made from another account were made by an operator.
 */
export function auditActor(
  change: LoggedChange,
  account: { id: string; email: string },
  viewerId: string,
): string {
  if (change.actorUser?.id === viewerId) return 'You';
  if (change.actorAccountId === account.id) return change.actorUser?.email ?? account.email;
  if (change.actorAccountId !== '' || OPERATORS_PROGRAMS.has(change.caller)) return 'An operator';
  return 'The system';
}

/** What was done, as a sentence. An unknown kind of change keeps its name from the log. */
export function auditSentence({ action, detail }: LoggedChange): string {
  switch (action) {
    case 'account.create':
      return 'The account was created.';
    case 'account.link':
      return `The account was linked to the sign-in of ${text(detail.issuer) || 'an identity provider'}.`;
    case 'account.update':
      return withReason(changesOfAccount(detail), detail.reason);
    case 'account.status':
      return withReason(statusSentence(detail.to), detail.reason);
    case 'account.handover':
      return `The account belongs to its other owners now; its address is ${emailIn(detail.email)}.`;
    case 'account.lose_email':
      return 'The account lost its address, which the identity provider has verified for someone else.';
    case 'invitation.create':
      return `${text(detail.email) || 'Someone'} was invited as ${text(detail.role) || 'a member'}.`;
    case 'invitation.revoke':
      return `The invitation for ${text(detail.email) || 'someone'} was revoked.`;
    case 'member.join':
      return joinSentence(detail);
    case 'member.role':
      return roleSentence(detail);
    case 'member.remove':
      return `${text(detail.email) || 'A member'} was removed from the account.`;
    case 'member.leave':
      return `${text(detail.email) || 'A member'} left the account.`;
    case 'auto_top_up.set':
      return topUpSentence(detail);
    case 'auto_top_up.pause':
      return `Automatic top-ups were turned off: ${PAUSES.get(text(detail.reason)) ?? 'a payment failed'}.`;
    case 'card.save':
      return `The card ${text(detail.card)} was saved for automatic top-ups.`;
    case 'card.remove':
      return `The card ${text(detail.card)} was removed; automatic top-ups are off.`;
    case 'user.update':
      return 'The name of the user was changed.';
    case 'key.create':
      return `The ${detail.isTest === true ? 'test' : 'API'} key ${keyIn(detail)} was created${detail.rolledFrom === undefined ? '' : ', in place of another one'}.`;
    case 'key.update':
      return changesOfKey(detail);
    case 'key.revoke':
      return `The API key ${keyIn(detail)} was revoked.`;
    case 'key.roll':
      return `The API key ${keyIn(detail)} was rolled${validUntil(detail.validUntil)}.`;
    case 'session.create':
      return `Signed in with a browser${text(detail.address) === '' ? '' : ` at ${text(detail.address)}`}.`;
    case 'session.end':
      return 'Signed out.';
    case 'session.revoke':
      return 'A browser was signed out from elsewhere.';
    case 'session.revoke_all':
      return 'Signed out everywhere.';
    case 'cli.approve':
      return `A login of the command-line client on ${deviceIn(detail)} was approved.`;
    case 'cli.deny':
      return `A login of the command-line client on ${deviceIn(detail)} was refused.`;
    case 'cli_session.create':
      return `The command-line client signed in on ${deviceIn(detail)}.`;
    case 'cli_session.end':
      return `The command-line client signed out on ${deviceIn(detail)}.`;
    case 'cli_session.revoke':
      return `The command-line client was signed out on ${deviceIn(detail)}.`;
    case 'cli_session.reuse':
      return `The command-line client was signed out on ${deviceIn(detail)}, because a token was used twice: it may have been copied.`;
    default:
      return `Changed: ${action}.`;
  }
}

function changesOfAccount(detail: LoggedChange['detail']): string {
  const { name, plan, role, logsQueries } = detail;
  const changes = [
    isChange(name) && (text(name.to) === '' ? 'the name was removed' : `the name is now “${text(name.to)}”`),
    isChange(plan) && `the plan is now ${text(plan.to)}`,
    isChange(role) && (role.to === 'operator' ? 'it is now an operator' : 'it is no longer an operator'),
    isChange(logsQueries) &&
      (logsQueries.to === true ? 'logs now keep queries' : 'logs no longer keep queries'),
  ].filter((change) => change !== false);
  return `The account was changed${changes.length === 0 ? '' : `: ${changes.join(', ')}`}.`;
}

function topUpSentence({ isOn, ...detail }: LoggedChange['detail']): string {
  if (isOn !== true) return 'Automatic top-ups were turned off.';
  const [below, amount, cap] = [detail.belowMicros, detail.amountMicros, detail.monthlyCapMicros].map(
    (micros) => `$${text(micros).slice(0, -6)}`,
  );
  return `Automatic top-ups were set: ${amount} when the balance is below ${below}, at most ${cap} a month.`;
}

function joinSentence({ role }: LoggedChange['detail']): string {
  const member = text(role) === '' ? 'is in the account' : `has the ${text(role)} role`;
  return `An invitation was accepted; the new member ${member}.`;
}

function roleSentence({ email, role }: LoggedChange['detail']): string {
  const now = isChange(role) ? ` now has the ${text(role.to)} role` : ' has another role';
  return `${text(email) || 'A member'}${now}.`;
}

function emailIn(change: unknown): string {
  return isChange(change) ? text(change.to) : 'another one';
}

function changesOfKey(detail: LoggedChange['detail']): string {
  const { name, monthlyCap } = detail;
  const changes = [
    isChange(name) && (text(name.to) === '' ? 'the name was removed' : `the name is now “${text(name.to)}”`),
    isChange(monthlyCap) &&
      (monthlyCap.to === null
        ? 'the monthly cap was removed'
        : `the monthly cap is now ${String(monthlyCap.to)} records`),
  ].filter((change) => change !== false);
  return `The API key ${keyIn(detail)} was changed${changes.length === 0 ? '' : `: ${changes.join(', ')}`}.`;
}

function statusSentence(status: unknown): string {
  if (status === 'active') return 'The account was enabled.';
  if (status === 'disabled' || status === 'suspended') return `The account was ${status}.`;
  return 'The status of the account was changed.';
}

function validUntil(moment: unknown): string {
  return typeof moment === 'string' ? `; it is valid until ${moment.slice(0, 16).replace('T', ' ')} UTC` : '';
}

function withReason(sentence: string, reason: unknown): string {
  return text(reason) === '' ? sentence : `${sentence} Reason: ${text(reason)}`;
}

function keyIn({ name, hint }: LoggedChange['detail']): string {
  // After a rename, `name` holds the old and new value, not text.
  return text(name) === '' ? text(hint) : `“${text(name)}”`;
}

function deviceIn({ device }: LoggedChange['detail']): string {
  return text(device) === '' ? 'a device' : `“${text(device)}”`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isChange(value: unknown): value is FromTo {
  return typeof value === 'object' && value !== null && 'to' in value;
}
