import { Readiness } from './readiness';

it('always requires some services, and waits once for others', async () => {
  const serving = { ledger: true, metering: false };
  let now = 0;
  const service = (name: keyof typeof serving) => ({ isServing: () => Promise.resolve(serving[name]) });
  const services = { needed: { ledger: service('ledger') }, awaited: { metering: service('metering') } };
  const readiness = new Readiness('gateway', services, () => now);
  const waitingFor = async () => {
    now += 1_000;
    return (await readiness.report()).waitingFor;
  };
  expect(await waitingFor()).toEqual(['metering']);
  serving.metering = true;
  expect(await waitingFor()).toEqual([]);
  serving.metering = false;
  expect(await waitingFor()).toEqual([]);
  serving.ledger = false;
  expect(await waitingFor()).toEqual(['ledger']);
});

it('waits a minute for a service that may be absent', async () => {
  let now = 5_000;
  const absent = { isServing: () => Promise.resolve(false) };
  const readiness = new Readiness('gateway', { needed: {}, awaited: { notifier: absent } }, () => now);
  expect(await readiness.report()).toEqual({ waitingFor: ['notifier'], degraded: [] });
  now += 59_999;
  expect(await readiness.isReady()).toBe(false);
  now += 1_000;
  expect(await readiness.report()).toEqual({ waitingFor: [], degraded: ['notifier'] });
});
