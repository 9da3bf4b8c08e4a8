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
  return SENTENCES.get(action)?.(detail) ?? `Changed: ${action}.`;
}

type Sentence = (detail: LoggedChange['detail']) => string;

/** By action. */
const SENTENCES: ReadonlyMap<string, Sentence> = new Map(
  Object.entries<Sentence>({
    'account.create': () => 'The account was created.',
    'account.link': (detail) =>
      `The account was linked to the sign-in of ${text(detail.issuer) || 'an identity provider'}.`,
    'account.update': (detail) => withReason(changesOfAccount(detail), detail.reason),
    'account.status': (detail) => withReason(statusSentence(detail.to), detail.reason),
    'account.handover': (detail) =>
      `The account belongs to its other owners now; its address is ${emailIn(detail.email)}.`,
    'account.lose_email': () =>
      'The account lost its address, which the identity provider has verified for someone else.',
    'invitation.create': (detail) =>
      `${text(detail.email) || 'Someone'} was invited as ${text(detail.role) || 'a member'}.`,
    'invitation.revoke': (detail) => `The invitation for ${text(detail.email) || 'someone'} was revoked.`,
    'member.join': joinSentence,
    'member.role': roleSentence,
    'member.remove': (detail) => `${text(detail.email) || 'A member'} was removed from the account.`,
    'member.leave': (detail) => `${text(detail.email) || 'A member'} left the account.`,
    'auto_top_up.set': topUpSentence,
    'auto_top_up.pause': (detail) =>
      `Automatic top-ups were turned off: ${PAUSES.get(text(detail.reason)) ?? 'a payment failed'}.`,
    'card.save': (detail) => `The card ${text(detail.card)} was saved for automatic top-ups.`,
    'card.remove': (detail) => `The card ${text(detail.card)} was removed; automatic top-ups are off.`,
    'user.update': () => 'The user’s name was changed.',
    'key.create': (detail) =>
      `The ${detail.isTest === true ? 'test' : 'API'} key ${keyIn(detail)} was created${detail.rolledFrom === undefined ? '' : ', in place of another one'}.`,
    'key.update': changesOfKey,
    'key.revoke': (detail) => `The API key ${keyIn(detail)} was revoked.`,
    'key.roll': (detail) => `The API key ${keyIn(detail)} was rolled${validUntil(detail.validUntil)}.`,
    'session.create': (detail) =>
      `Signed in with a browser${text(detail.address) === '' ? '' : ` at ${text(detail.address)}`}.`,
    'session.end': () => 'Signed out.',
    'session.revoke': () => 'A browser was signed out from elsewhere.',
    'session.revoke_all': () => 'Signed out everywhere.',
    'cli.approve': (detail) => `A login of the command-line client on ${deviceIn(detail)} was approved.`,
    'cli.deny': (detail) => `A login of the command-line client on ${deviceIn(detail)} was refused.`,
    'cli_session.create': (detail) => `The command-line client signed in on ${deviceIn(detail)}.`,
    'cli_session.end': (detail) => `The command-line client signed out on ${deviceIn(detail)}.`,
    'cli_session.revoke': (detail) => `The command-line client was signed out on ${deviceIn(detail)}.`,
    'cli_session.reuse': (detail) =>
      `The command-line client was signed out on ${deviceIn(detail)}, because a token was used twice: it may have been copied.`,
  }),
);

function changesOfAccount(detail: LoggedChange['detail']): string {
  const { name, email, plan, role, logsQueries } = detail;
  const changes = [
    isChange(name) && (text(name.to) === '' ? 'the name was removed' : `the name is now “${text(name.to)}”`),
    isChange(email) && `the address is now ${text(email.to)}`,
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

function validUntil(timestamp: unknown): string {
  return typeof timestamp === 'string'
    ? `; it is valid until ${timestamp.slice(0, 16).replace('T', ' ')} UTC`
    : '';
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
