import { auditActor, auditDetail, auditSentence } from './audit-sentence';

const sentence = (action: string, detail: Record<string, unknown> = {}) =>
  auditSentence({ action, caller: 'dashboard', actorAccountId: 'mine', actorUser: undefined, detail });

it.each<[string, Record<string, unknown>, string]>([
  ['account.create', { email: 'a@b.example' }, 'The account was created.'],
  ['account.update', { name: { from: '', to: 'Ada' } }, 'The account was changed: the name is now “Ada”.'],
  [
    'account.update',
    { role: { from: 'user', to: 'operator' }, reason: 'claim of the issuer' },
    'The account was changed: it is an operator now. Reason: claim of the issuer',
  ],
  ['account.status', { from: 'active', to: 'suspended', reason: '' }, 'The account was suspended.'],
  ['account.status', { from: 'disabled', to: 'active' }, 'The account was enabled.'],
  ['key.create', { name: '', hint: 'hg_live_abcd' }, 'The API key hg_live_abcd was created.'],
  ['key.create', { name: 'x', rolledFrom: 'id' }, 'The API key “x” was created, in place of another one.'],
  [
    'key.update',
    { hint: 'hg_live_abcd', monthlyCap: { from: null, to: 5_000 }, name: { from: 'a', to: '' } },
    'The API key hg_live_abcd was changed: the name was removed, the monthly cap is now 5000 records.',
  ],
  [
    'key.update',
    { hint: 'h', monthlyCap: { from: 1, to: null } },
    'The API key h was changed: the monthly cap was removed.',
  ],
  ['key.revoke', { name: 'x', hint: 'h' }, 'The API key “x” was revoked.'],
  [
    'key.roll',
    { hint: 'h', validUntil: '2026-11-21T20:14:55.912Z' },
    'The API key h was rolled; it is valid until 2026-11-21 20:14 UTC.',
  ],
  ['key.roll', { hint: 'h', validUntil: null }, 'The API key h was rolled.'],
  ['auto_top_up.set', { isOn: false }, 'Automatic top-ups were turned off.'],
  [
    'auto_top_up.set',
    { isOn: true, belowMicros: '5000000', amountMicros: '20000000', monthlyCapMicros: '100000000' },
    'Automatic top-ups were set: $20 when the balance is below $5, at most $100 a month.',
  ],
  ['auto_top_up.pause', { reason: 'declined' }, 'Automatic top-ups were turned off: the card was declined.'],
  [
    'card.save',
    { card: 'Visa ending in 4242' },
    'The card Visa ending in 4242 was saved for automatic top-ups.',
  ],
  [
    'card.remove',
    { card: 'Visa ending in 4242' },
    'The card Visa ending in 4242 was removed; automatic top-ups are off.',
  ],
  ['session.create', { address: '10.0.0.1' }, 'Signed in with a browser at 10.0.0.1.'],
  ['session.revoke_all', { web: 1, cli: 2 }, 'Signed out everywhere.'],
  ['cli.deny', {}, 'A login of the command-line client on a device was refused.'],
  ['cli_session.create', { device: 'laptop' }, 'The command-line client signed in on “laptop”.'],
  [
    'member.role',
    { email: 'b@example.com', role: { from: 'owner', to: 'viewer' } },
    'b@example.com is now viewer.',
  ],
  ['invitation.create', { email: 'b@example.com', role: 'viewer' }, 'b@example.com was invited as viewer.'],
  ['invitation.revoke', { email: 'b@example.com' }, 'The invitation for b@example.com was revoked.'],
  ['member.join', { role: 'viewer' }, 'An invitation was accepted; the new member is viewer.'],
  ['member.remove', { email: 'b@example.com' }, 'b@example.com was removed from the account.'],
  ['member.leave', { email: 'b@example.com' }, 'b@example.com left the account.'],
  [
    'account.handover',
    { email: { from: 'a@example.com', to: 'b@example.com' } },
    'The account belongs to its other owners now; its address is b@example.com.',
  ],
  ['something.new', {}, 'Changed: something.new.'],
])('%s %j', (action, detail, expected) => expect(sentence(action, detail)).toBe(expected));

it('names every kind of entry that identity writes', () => {
  for (const action of [
    'account.link',
    'user.update',
    'session.end',
    'session.revoke',
    'cli.approve',
    'cli_session.end',
    'cli_session.revoke',
    'cli_session.reuse',
  ]) {
    expect(sentence(action)).not.toContain(action);
  }
});

it.each([
  ['mine', 'me', 'dashboard', 'You'],
  ['subject', 'me', 'dashboard', 'You'],
  ['subject', 'member', 'dashboard', 'member@example.com'],
  ['subject', '', 'dashboard', 'subject@example.com'],
  ['another', 'someone', 'dashboard', 'An operator'],
  ['', '', 'admin', 'An operator'],
  ['', '', 'launcher', 'The system'],
  ['', '', 'gateway', 'The system'],
])('an actor in %j, user %j, by %s is %s', (actorAccountId, userId, caller, expected) =>
  expect(
    auditActor(
      {
        action: 'x',
        caller,
        actorAccountId,
        actorUser: userId === '' ? undefined : { id: userId, email: `${userId}@example.com` },
        detail: {},
      },
      { id: 'subject', email: 'subject@example.com' },
      'me',
    ),
  ).toBe(expected),
);

it.each(['', 'nonsense', 'null', '1', '"text"'])('reads nothing from the detail %j', (text) =>
  expect(auditDetail(text)).toEqual({}),
);
