import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, chargeOf, startTestLedger } from './support/ledger';

const running = startBeforeAll(startTestLedger);

const thisMonth = () => new Date().toISOString().slice(0, 7);

it('sums a month by key, over channels and operations', async () => {
  const { client } = running;
  const accountId = 'account-keys';
  const charges = [
    chargeOf({ accountId, credentialId: 'key-b', records: 5 }),
    chargeOf({ accountId, credentialId: 'key-a', records: 7 }),
    chargeOf({ accountId, credentialId: 'key-a', records: 0 }),
    chargeOf({ accountId, credentialId: 'key-a', records: 1, operation: 'getCompany' }),
    chargeOf({ accountId, credentialId: 'key-a', records: 2, channel: ledger.Channel.CLI }),
    chargeOf({ accountId: 'account-other', credentialId: 'key-c', records: 9 }),
  ];
  await Promise.all(charges.map((charge) => client.charge(charge, call)));
  const expected = {
    month: thisMonth(),
    credentials: [
      { credentialId: 'key-a', lineageId: 'key-a', requests: 4n, records: 10n },
      { credentialId: 'key-b', lineageId: 'key-b', requests: 1n, records: 5n },
    ],
  };
  expect(await client.listCredentialUsage({ accountId, month: '' }, call)).toEqual(expected);
  expect(await client.listCredentialUsage({ accountId, month: thisMonth() }, call)).toEqual(expected);
});

it('is empty for a month without use and for an unknown account', async () => {
  expect(
    await running.client.listCredentialUsage({ accountId: 'account-nobody', month: '2026-01' }, call),
  ).toEqual({
    month: '2026-01',
    credentials: [],
  });
});

it('refuses an invalid month', async () => {
  await expect(
    running.client.listCredentialUsage({ accountId: 'account-1', month: '2026-13' }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter: 'month' }] });
});
