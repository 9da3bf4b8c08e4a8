import type { ServiceError } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { randomInt } from 'node:crypto';
import { MAXIMUM_GUESSES } from '../src/domain/cli';
import { makeUserCode } from '@heliograph/contract';
import { DEVICE } from './support/cli';
import { call, createAccount, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

const look = (userCode: string, accountId?: string, userId?: string) =>
  running.cliUser.getDeviceLogin({ userCode, accountId, userId }, call);
const guess = (accountId?: string, userId?: string) =>
  expect(look(makeUserCode(randomInt), accountId, userId)).rejects.toMatchObject({ code: 'not_found' });

async function guessAll(accountId?: string, userId?: string): Promise<void> {
  for (let count = 0; count < MAXIMUM_GUESSES; count += 1) await guess(accountId, userId);
}

it('are counted by user, so that no member uses up those of others', async () => {
  const { id: accountId } = await createAccount(running);
  const [guesser, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const { userCode } = await running.cliClient.beginDeviceLogin({ device: DEVICE, clientSite: '' }, call);
  await guessAll(accountId, guesser);
  const refusal = { code: 'rate_limited' };
  await expect(look(userCode, accountId, guesser)).rejects.toMatchObject(refusal);
  const actor = { accountId, userId: guesser, sessionId: '' };
  await expect(
    running.cliUser.decideDeviceLogin({ userCode, accountId, approve: true, actor }, call),
  ).rejects.toMatchObject(refusal);
  expect(await look(userCode, accountId, other)).toMatchObject({ userCode });
});

it('by callers without a user are counted by account, and too many block even right ones', async () => {
  const [guesser, other] = [(await createAccount(running)).id, (await createAccount(running)).id];
  const { userCode } = await running.cliClient.beginDeviceLogin({ device: DEVICE, clientSite: '' }, call);
  await guessAll(guesser);
  const refusal = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };
  await expect(look(userCode, guesser)).rejects.toMatchObject(refusal);
  const request = { userCode, accountId: guesser, approve: true, actor: undefined };
  await expect(running.cliUser.decideDeviceLogin(request, call)).rejects.toMatchObject(refusal);
  expect(await look(userCode, other)).toMatchObject({ userCode });
  await running.pool.query(`UPDATE identity.user_code_guesses SET expires_at = now() - interval '1 second'`);
  expect(await look(userCode, guesser)).toMatchObject({ userCode });
  // The count resets, too.
  await guess(guesser);
  expect(await look(userCode, guesser)).toMatchObject({ userCode });
});

it('are counted before they are looked up, so that guessing in parallel gives no more of them', async () => {
  const { id: accountId } = await createAccount(running);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 2 * MAXIMUM_GUESSES }, () => look(makeUserCode(randomInt), accountId)),
  );
  const looked = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as ServiceError).code === 'not_found',
  );
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.length).toBeLessThanOrEqual(MAXIMUM_GUESSES);
});

it('are only unknown codes: known ones may be looked up any number of times', async () => {
  const { id: accountId } = await createAccount(running);
  const { userCode } = await running.cliClient.beginDeviceLogin({ device: DEVICE, clientSite: '' }, call);
  for (let count = 0; count < 2 * MAXIMUM_GUESSES; count += 1)
    expect(await look(userCode, accountId)).toMatchObject({ userCode });
  await guessAll(accountId);
  await expect(look(userCode, accountId)).rejects.toMatchObject({ code: 'rate_limited' });
});

it('are counted across all endpoints', async () => {
  const { id: accountId } = await createAccount(running);
  const decide = () =>
    running.cliUser.decideDeviceLogin(
      { userCode: makeUserCode(randomInt), accountId, approve: true, actor: undefined },
      call,
    );
  for (let count = 0; count < MAXIMUM_GUESSES; count += 1) {
    await expect(decide()).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(look('BCDF-GHJK', accountId)).rejects.toMatchObject({ code: 'rate_limited' });
});

it('by callers without an account share one count', async () => {
  await guessAll();
  await expect(look('BCDF-GHJK')).rejects.toMatchObject({ code: 'rate_limited' });
});
