import { identity } from '@heliograph/proto';
import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { authenticate, call, createAccount, createKey } from './support/identity';
import { waitingForLocks } from './support/locks';
import { complete, type ReturnedBrowser } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const { Role } = identity;
/** How the dashboard recognizes the refusal. */
const reason = (message: string) => ({ issues: [{ parameter: 'sign_in', message }] });

const fixture = startBeforeAll(startFakeIssuer);

const signIn = async (claims: Record<string, unknown>) => complete(fixture, await fixture.visit(claims));
const rejected = async (returned: ReturnedBrowser) =>
  complete(fixture, returned).catch((error: unknown) => error);

it('does not take over an account for an address that the issuer has not verified', async () => {
  const account = await createAccount(fixture.running, 'victim@example.com');
  for (const email_verified of [false, undefined, 'false', 1]) {
    expect(
      await rejected(await fixture.visit({ sub: 'thief', email: 'Victim@example.com', email_verified })),
    ).toMatchObject({
      code: 'invalid_credentials',
      publicText: expect.stringContaining('has not verified'),
      ...reason('email_unverified'),
    });
  }
  expect((await fixture.running.admin.getAccount({ id: account.id }, call)).lastSignInAt).toBeUndefined();
  const owner = await signIn({ sub: 'owner', email: 'victim@example.com', email_verified: true });
  expect(owner.account!.id).toBe(account.id);
});

it("does not give one person another's address, verified or not", async () => {
  await signIn({ sub: 'first', email: 'shared@example.com', email_verified: true });
  for (const email_verified of [true, false]) {
    expect(
      await rejected(await fixture.visit({ sub: 'second', email: 'shared@example.com', email_verified })),
    ).toMatchObject({
      code: 'invalid_credentials',
      publicText: expect.stringContaining('another sign-in'),
      ...reason('email_taken'),
    });
  }
});

it('creates an account for an unverified address without one', async () => {
  const result = await signIn({ sub: 'unverified', email: 'unverified@example.com' });
  expect(result).toMatchObject({ accountCreated: true, account: { email: 'unverified@example.com' } });
});

it('gives an address to the person who owns it, and not to one who claimed it', async () => {
  const email = 'claimed@example.com';
  const claimed = await signIn({ sub: 'claimant', email, email_verified: false });
  expect(claimed.account).toMatchObject({ email, isEmailVerified: false });
  expect(await rejected(await fixture.visit({ sub: 'owner-2', email }))).toMatchObject(reason('email_taken'));
  const owner = await signIn({ sub: 'owner-2', email, email_verified: true });
  expect(owner).toMatchObject({ accountCreated: true, account: { email, isEmailVerified: true } });
  const again = await signIn({ sub: 'claimant', email, email_verified: true });
  expect(again.account).toMatchObject({ id: claimed.account!.id, isEmailVerified: false });
  const { rows } = await fixture.running.pool.query(
    `SELECT actor_user_id, detail FROM identity.audit_entry
     WHERE account_id = $1 AND action = 'account.lose_email'`,
    [claimed.account!.id],
  );
  expect(rows).toEqual([{ actor_user_id: null, detail: {} }]);
});

it('records at each sign-in with an address whether the issuer has verified it', async () => {
  const person = { sub: 'noted', email: 'noted@example.com' };
  const noted = async (claims: object) => (await signIn({ ...person, ...claims })).account!.isEmailVerified;
  expect(await noted({})).toBeUndefined();
  expect(await noted({ email_verified: false })).toBe(false);
  await signIn({ sub: 'elsewhere', email: 'other@example.com' });
  expect(await noted({ email: 'other@example.com', email_verified: true })).toBe(false);
  expect(await noted({ email: 'Noted@example.com', email_verified: true })).toBe(true);
});

it('takes the addresses of a trusted issuer as verified', async () => {
  const trusting = await startFakeIssuer({ OIDC_TRUST_EMAIL: 'true' });
  const { id } = await createAccount(trusting.running, 'known@example.com');
  const { account } = await complete(
    trusting,
    await trusting.visit({ sub: 'known', email: 'known@example.com' }),
  );
  expect(account).toMatchObject({ id, isEmailVerified: true });
  await trusting.stop();
});

it('recognizes a person by subject, and follows a verified address that is free', async () => {
  const { id } = (await signIn({ sub: 'mover', email: 'old@example.com', email_verified: true })).account!;
  await signIn({ sub: 'settled', email: 'taken@example.com', email_verified: true });
  for (const [claims, email] of [
    [{ email: 'new@example.com', email_verified: false }, 'old@example.com'],
    [{ email: 'new@example.com' }, 'old@example.com'],
    [{ email: 'taken@example.com', email_verified: true }, 'old@example.com'],
    [{}, 'old@example.com'],
    [{ email: 'New@example.com', email_verified: true }, 'New@example.com'],
    [{}, 'New@example.com'],
  ] as const) {
    const { account } = await signIn({ sub: 'mover', ...claims });
    expect(account).toMatchObject({ id, email, isEmailVerified: true });
  }
  const { rows } = await fixture.running.pool.query(
    `SELECT detail FROM identity.audit_entry WHERE account_id = $1 AND action = 'account.update'`,
    [id],
  );
  const change = { from: 'old@example.com', to: 'New@example.com' };
  expect(rows).toEqual([{ detail: { email: change, reason: 'claim of the issuer' } }]);
  // The former address is free, the new one is not.
  const next = await signIn({ sub: 'next', email: 'old@example.com', email_verified: true });
  expect(next.accountCreated).toBe(true);
  expect(await rejected(await fixture.visit({ sub: 'late', email: 'new@example.com' }))).toMatchObject(
    reason('email_taken'),
  );
});

it('signs in a person whose new address another account gets at the same time', async () => {
  const { pool } = fixture.running;
  const person = { sub: 'racer', email: 'racer@example.com', email_verified: true };
  const { id } = (await signIn(person)).account!;
  const other = await createAccount(fixture.running, 'faster@example.com');
  const returned = await fixture.visit({ ...person, email: 'wanted@example.com' });
  const first = await holdLocks(pool, 'SELECT FROM identity.account WHERE account_id = $1 FOR UPDATE', [id]);
  const second = complete(fixture, returned);
  await first.untilAnotherWaits();
  await first.query(`UPDATE identity.account SET email_key = 'wanted@example.com' WHERE account_id = $1`, [
    other.id,
  ]);
  await first.commit();
  expect((await second).account).toMatchObject({ id, email: person.email });
});

it("signs in two people who have each other's address at the same time", async () => {
  const { pool } = fixture.running;
  const [one, two] = ['one', 'two'].map((sub) => ({
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
  }));
  for (const person of [one!, two!]) await signIn(person);
  const returned = [
    await fixture.visit({ ...one, email: two!.email }),
    await fixture.visit({ ...two, email: one!.email }),
  ];
  const held = await holdLocks(pool, 'LOCK TABLE identity.sign_in_identity IN ACCESS EXCLUSIVE MODE');
  const signIns = Promise.all(returned.map((browser) => complete(fixture, browser)));
  // By then each has locked the other's account.
  await waitFor(async () => (await waitingForLocks(pool)) === 2);
  await held.commit();
  expect((await signIns).map(({ account }) => account!.email)).toEqual([one!.email, two!.email]);
});

it('refuses a first sign-in without an address', async () => {
  for (const email of [undefined, 'nonsense', 7]) {
    expect(
      await rejected(await fixture.visit({ sub: 'nameless', email, email_verified: true })),
    ).toMatchObject({
      code: 'invalid_credentials',
      publicText: expect.stringContaining('email address'),
      ...reason('no_email'),
    });
  }
});

it('reads claims missing from the ID token from the userinfo endpoint', async () => {
  fixture.behavior.userInfo = {
    sub: 'informed',
    email: 'informed@example.com',
    email_verified: true,
    name: 'Informed',
    roles: ['operator'],
  };
  const fresh = await startFakeIssuer();
  fresh.behavior.userInfo = fixture.behavior.userInfo;
  try {
    const { account } = await complete(fresh, await fresh.visit({ sub: 'informed' }));
    expect(account).toMatchObject({ email: 'informed@example.com', name: 'Informed', role: Role.OPERATOR });
    // A claim about another address does not verify the ID token's.
    fresh.behavior.userInfo = { sub: 'other', email: 'b@example.com', email_verified: true };
    await createAccount(fresh.running, 'a@example.com');
    const returned = await fresh.visit({ sub: 'other', email: 'a@example.com' });
    await expect(complete(fresh, returned)).rejects.toMatchObject({
      publicText: expect.stringContaining('has not verified'),
    });
    // Nor does a claim about another person.
    fresh.behavior.userInfo = { sub: 'somebody-else', email: 'c@example.com', email_verified: true };
    await expect(complete(fresh, await fresh.visit({ sub: 'third' }))).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  } finally {
    fixture.behavior.userInfo = undefined;
    await fresh.stop();
  }
});

it('takes over an account again after the installation has changed its issuer', async () => {
  const { account } = await signIn({ sub: 'moved', email: 'moved@example.com', email_verified: true });
  await fixture.running.pool.query(
    `UPDATE identity.sign_in_identity SET issuer = 'https://former.example' WHERE subject = 'moved'`,
  );
  const unverified = await fixture.visit({ sub: 'moved-2', email: 'moved@example.com' });
  expect(await rejected(unverified)).toMatchObject({ code: 'invalid_credentials' });
  const again = await signIn({ sub: 'moved-2', email: 'moved@example.com', email_verified: true });
  expect(again).toMatchObject({ accountCreated: false, account: { id: account!.id } });
});

it('keeps an account of a former issuer from the owner of an address that its person only claimed', async () => {
  const email = 'prepared@example.com';
  const claimed = await signIn({ sub: 'preparer', email, email_verified: false });
  const { secret } = await createKey(fixture.running, claimed.account!.id);
  await fixture.running.pool.query(
    `UPDATE identity.sign_in_identity SET issuer = 'https://former.example' WHERE account_id = $1`,
    [claimed.account!.id],
  );
  const owner = await signIn({ sub: 'owner-3', email, email_verified: true });
  expect(owner).toMatchObject({ accountCreated: true, account: { email, isEmailVerified: true } });
  expect((await authenticate(fixture.running, secret)).accountId).not.toBe(owner.account!.id);
});

it('takes over an account after a change of an issuer that never said whether its address is verified', async () => {
  const { account } = await signIn({ sub: 'untold', email: 'untold@example.com' });
  await fixture.running.pool.query(
    `UPDATE identity.sign_in_identity SET issuer = 'https://former.example' WHERE subject = 'untold'`,
  );
  const again = await signIn({ sub: 'untold-2', email: 'untold@example.com', email_verified: true });
  expect(again).toMatchObject({ accountCreated: false, account: { id: account!.id } });
});

it('assigns the operator role from the claim at each sign-in, and removes it only if the claim assigned it', async () => {
  const person = { sub: 'op', email: 'op@example.com', email_verified: true };
  const roleAfter = async (roles: unknown) => (await signIn({ ...person, roles })).account!.role;
  expect(await roleAfter(['staff', 'operator'])).toBe(Role.OPERATOR);
  expect(await roleAfter('operator')).toBe(Role.OPERATOR);
  expect(await roleAfter(['staff'])).toBe(Role.USER);
  const { id } = (await signIn(person)).account!;
  const request = { id, name: undefined, plan: 0, role: Role.OPERATOR, reason: 'on call', actor: undefined };
  await fixture.running.admin.updateAccount(request, call);
  expect(await roleAfter(['staff'])).toBe(Role.OPERATOR);
});

it('logs that the issuer left out the claim that makes operators', async () => {
  const person = { sub: 'many-groups', email: 'many-groups@example.com', email_verified: true };
  const { account } = await signIn({ ...person, _claim_names: { roles: 'src1' } });
  expect(account!.role).toBe(Role.USER);
  expect(fixture.running.log()).toContain('left out the claim of OIDC_OPERATOR_CLAIM');
});

it('sends the secret in the form to an issuer that only accepts it there', async () => {
  await signIn({ sub: 'basic', email: 'basic@example.com' });
  expect(fixture.clientAuthentication()).toMatch(/^Basic /);
  const fresh = await startFakeIssuer();
  fresh.behavior.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
  await complete(fresh, await fresh.visit({ sub: 'form', email: 'form@example.com' }));
  expect(fresh.clientAuthentication()).toBe('form');
  await fresh.stop();
});

it('encodes of the secret only what must be, for issuers that decode nothing', async () => {
  const fresh = await startFakeIssuer({
    OIDC_CLIENT_ID: '42-a.apps.example_1',
    OIDC_CLIENT_SECRET: 'gloas-a_b.c',
  });
  await fresh.visit().then((returned) => complete(fresh, returned).catch(() => undefined));
  expect(fresh.clientAuthentication()).toBe(`Basic ${btoa('42-a.apps.example_1:gloas-a_b.c')}`);
  await fresh.stop();
});
