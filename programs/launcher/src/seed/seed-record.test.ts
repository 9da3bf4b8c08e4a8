import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeedDecision } from './seed-record';

let directory: string;
const decision = () => new SeedDecision(join(directory, 'seed.json'));
const holds = (signals: boolean) => () => Promise.resolve(signals);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'seed-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

it('loads at the first start, and never again once done', async () => {
  expect(await decision().isDue(true, holds(false))).toBe(true);
  decision().done();
  expect(await decision().isDue(true, holds(true))).toBe(false);
});

it('loads again when the first start was killed, whatever was loaded by then', async () => {
  expect(await decision().isDue(true, holds(false))).toBe(true);
  expect(await decision().isDue(true, holds(true))).toBe(true);
});

it('never loads into a system that was first started empty', async () => {
  expect(await decision().isDue(false, holds(false))).toBe(false);
  expect(await decision().isDue(true, holds(false))).toBe(false);
});

it("never loads into a database with an operator's signals", async () => {
  expect(await decision().isDue(true, holds(true))).toBe(false);
  expect(await decision().isDue(true, holds(false))).toBe(false);
});
