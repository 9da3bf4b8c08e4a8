import { startBeforeAll } from '@heliograph/testing';
import { MAXIMUM_KEYS_PER_MEMBER } from '../src/domain/key';
import { startFakeIssuer } from './support/fake-issuer';
import { call, createKey } from './support/identity';
import { actingIn, addMember, newUser, type SignedInUser } from './support/members';

const fixture = startBeforeAll(startFakeIssuer);

it("leaves most of a day's keys of an account to others when one member makes many", async () => {
  const { running } = fixture;
  const [owner, developer, other] = [await newUser(fixture), await newUser(fixture), await newUser(fixture)];
  const accountId = owner.homeId;
  for (const member of [developer, other]) await addMember(running, accountId, member, 'developer');
  const addKeys = (count: number, by: SignedInUser) =>
    running.pool.query(
      `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, revoked_at, created_by)
       SELECT gen_random_uuid(), $1, '', sha256(gen_random_uuid()::text::bytea), '', '{signals:read}', now(), $3
       FROM generate_series(1, $2)`,
      [accountId, count, by.userId],
    );
  const create = (by: SignedInUser) => createKey(running, accountId, { actor: actingIn(accountId, by) });
  await addKeys(MAXIMUM_KEYS_PER_MEMBER - 1, developer);
  const { id } = await create(developer);
  const refusal = {
    code: 'invalid_parameter',
    publicText: expect.stringContaining('You created 250 keys in 24 hours') as string,
  };
  await expect(create(developer)).rejects.toMatchObject(refusal);
  const roll = (by: SignedInUser) =>
    running.dashboard.rollKey({ id, accountId, overlapSeconds: 60, actor: actingIn(accountId, by) }, call);
  await expect(roll(developer)).rejects.toMatchObject(refusal);
  await roll(other);
  await addKeys(MAXIMUM_KEYS_PER_MEMBER, owner);
  await create(owner);
});
