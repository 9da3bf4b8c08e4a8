import { waitFor } from '@heliograph/testing';
import { Deployment } from '../src/instances/deployment';
import { InstanceBed } from './support/instance-bed';

let bed: InstanceBed;
let deployment: Deployment;

beforeEach(async () => {
  bed = new InstanceBed();
  await bed.prepare();
  deployment = new Deployment('test', () => bed.make());
});

afterEach(() => bed.destroy());

const names = () => deployment.instances.map(({ name }) => name);

it('scales to the number of instances, ending the newest first', async () => {
  await deployment.scale(3);
  expect(deployment.instances.every(({ isReady }) => isReady)).toBe(true);
  await deployment.scale(1);
  expect(names()).toEqual(['test-1']);
  expect(bed.made.map(({ state }) => state)).toEqual(['running', 'ended', 'ended']);
  await deployment.scale(2);
  expect(names()).toEqual(['test-1', 'test-4']);
});

it('replaces instances without ever having fewer', async () => {
  await deployment.scale(2);
  await waitFor(() => bed.listed.length === 2);
  const counts = new Set<number>();
  bed.endpoints.onChange(() => counts.add(bed.listed.length));
  await deployment.restart();
  await deployment.untilGone();
  expect(names()).toEqual(['test-3', 'test-4']);
  await waitFor(() => bed.listed.length === 2);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
  expect(bed.history.filter((line) => line === 'stop')).toHaveLength(2);
});

it('makes one change at a time', async () => {
  await deployment.scale(1);
  await Promise.all([deployment.restart(), deployment.scale(2), deployment.scale(1)]);
  expect(names()).toEqual(['test-2']);
});

it('keeps the old instances when a new one does not start', async () => {
  await deployment.scale(2);
  await waitFor(() => bed.listed.length === 2);
  bed.breakProgram();
  await expect(deployment.restart()).rejects.toThrow('test: A is required but not set');
  await deployment.untilGone();
  expect(names()).toEqual(['test-1', 'test-2']);
  expect(bed.listed.sort()).toEqual(['test-1', 'test-2']);
});
