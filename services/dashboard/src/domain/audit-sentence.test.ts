import { auditActor, auditDetail, auditSentence } from './audit-sentence';

const sentence = (action: string, detail: Record<string, unknown> = {}) =>
  auditSentence({ action, caller: 'dashboard', actorAccountId: 'mine', actorUser: undefined, detail });

it.each<[string, Record<string, unknown>, string]>([
  ['account.create', { email: 'a@b.example' }, 'The account was created.'],
  ['account.update', { name: { from: '', to: 'Ada' } }, 'The account was changed: the name is now “Ada”.'],
  [
    'account.update',
    { role: { from: 'user', to: 'operator' }, reason: 'claim of the issuer' },
    'The account was changed: it is now an operator. Reason: claim of the issuer',
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
    'b@example.com now has the viewer role.',
  ],
  ['invitation.create', { email: 'b@example.com', role: 'viewer' }, 'b@example.com was invited as viewer.'],
  ['invitation.revoke', { email: 'b@example.com' }, 'The invitation for b@example.com was revoked.'],
  ['member.join', { role: 'viewer' }, 'An invitation was accepted; the new member has the viewer role.'],
  ['member.remove', { email: 'b@example.com' }, 'b@example.com was removed from the account.'],
  ['member.leave', { email: 'b@example.com' }, 'b@example.com left the account.'],
  [
    'account.handover',
    { email: { from: 'a@example.com', to: 'b@example.com' } },
    'The account belongs to its other owners now; its address is b@example.com.',
  ],
  ['account.link', { issuer: 'login.example' }, 'The account was linked to the sign-in of login.example.'],
  ['account.link', {}, 'The account was linked to the sign-in of an identity provider.'],
  ['account.update', {}, 'The account was changed.'],
  [
    'account.update',
    { email: { from: 'a@example.com', to: 'b@example.com' }, reason: 'claim of the issuer' },
    'The account was changed: the address is now b@example.com. Reason: claim of the issuer',
  ],
  [
    'account.update',
    {
      name: { from: 'Ada', to: '' },
      plan: { from: 'free', to: 'paid' },
      role: { from: 'operator', to: 'user' },
    },
    'The account was changed: the name was removed, the plan is now paid, it is no longer an operator.',
  ],
  ['account.update', { logsQueries: { to: true } }, 'The account was changed: logs now keep queries.'],
  ['account.update', { logsQueries: { to: false } }, 'The account was changed: logs no longer keep queries.'],
  ['account.status', { to: 'disabled' }, 'The account was disabled.'],
  ['account.status', {}, 'The status of the account was changed.'],
  [
    'account.lose_email',
    {},
    'The account lost its address, which the identity provider has verified for someone else.',
  ],
  ['account.handover', {}, 'The account belongs to its other owners now; its address is another one.'],
  ['invitation.create', {}, 'Someone was invited as a member.'],
  ['invitation.revoke', {}, 'The invitation for someone was revoked.'],
  ['member.join', {}, 'An invitation was accepted; the new member is in the account.'],
  ['member.role', {}, 'A member has another role.'],
  ['member.remove', {}, 'A member was removed from the account.'],
  ['member.leave', {}, 'A member left the account.'],
  ['auto_top_up.pause', {}, 'Automatic top-ups were turned off: a payment failed.'],
  ['user.update', {}, 'The user’s name was changed.'],
  ['key.create', { name: 'x', isTest: true }, 'The test key “x” was created.'],
  ['key.update', { hint: 'h' }, 'The API key h was changed.'],
  ['key.update', { hint: 'h', name: { to: 'y' } }, 'The API key h was changed: the name is now “y”.'],
  ['session.create', {}, 'Signed in with a browser.'],
  ['session.end', {}, 'Signed out.'],
  ['session.revoke', {}, 'A browser was signed out from elsewhere.'],
  ['cli.approve', { device: 'laptop' }, 'A login of the command-line client on “laptop” was approved.'],
  ['cli_session.end', {}, 'The command-line client signed out on a device.'],
  ['cli_session.revoke', {}, 'The command-line client was signed out on a device.'],
  [
    'cli_session.reuse',
    {},
    'The command-line client was signed out on a device, because a token was used twice: it may have been copied.',
  ],
  ['something.new', {}, 'Changed: something.new.'],
])('%s %j', (action, detail, expected) => expect(sentence(action, detail)).toBe(expected));

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

it.each(['', 'nonsense', 'null', '1', '"text"'])('treats the detail %j as empty', (text) =>
  expect(auditDetail(text)).toEqual({}),
);
