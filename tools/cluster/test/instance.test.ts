import { waitFor } from '@heliograph/testing';
import { InstanceBed } from './support/instance-bed';

let bed: InstanceBed;

beforeEach(async () => {
  bed = new InstanceBed();
  await bed.prepare();
});

afterEach(() => bed.destroy());

it('is listed only while it is ready', async () => {
  bed.becomeUnready();
  const instance = bed.make();
  const started = instance.start();
  await waitFor(() => bed.history.length === 1);
  expect([instance.state, bed.listed]).toEqual(['starting', []]);
  bed.becomeReady();
  await started;
  expect(instance.isReady).toBe(true);
  await waitFor(() => bed.listed.includes('test-1'));
  bed.becomeUnready();
  await waitFor(() => bed.listed.length === 0);
  bed.becomeReady();
  await waitFor(() => bed.listed.length === 1);
  expect(bed.crashes).toEqual([]);
});

it('leaves the endpoints before SIGTERM', async () => {
  const instance = bed.make();
  await instance.start();
  await waitFor(() => bed.listed.length === 1);
  const ended = instance.terminate();
  await waitFor(() => bed.listed.length === 0);
  // Clients that have not seen the change yet are still served.
  expect(bed.history).toEqual(['start']);
  await ended;
  expect(bed.history).toEqual(['start', 'stop']);
  expect([instance.state, bed.crashes, bed.cuts]).toEqual(['ended', [], []]);
});

it('is killed after its grace period', async () => {
  const instance = bed.make({ isStubborn: true, stopTimeoutMs: 2_000 });
  await instance.start();
  await instance.terminate();
  expect(bed.history).toEqual(['start', 'stop']);
  expect(bed.cuts).toEqual(['killed by SIGKILL']);
});

it('leaves the endpoints when it crashes and is restarted at the same address', async () => {
  const instance = bed.make();
  await instance.start();
  await waitFor(() => bed.listed.length === 1);
  instance.crash();
  await waitFor(() => bed.listed.length === 0);
  expect(bed.crashes).toEqual(['killed by SIGKILL']);
  await waitFor(() => bed.listed.length === 1);
  expect(bed.history).toEqual(['start', 'start']);
  expect(bed.endpoints.of('test')).toEqual([{ name: 'test-1', address: '127.8.0.1' }]);
});
