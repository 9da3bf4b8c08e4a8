import type { ledger } from '@heliograph/proto';
import { generateCallerKey } from '@heliograph/runtime';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { call, chargeOf, startTestLedger, type TestLedger } from './support/ledger';

/** The program in docs/guide/receipts.md. */
const PROGRAM = resolve(__dirname, '../../../web/docs/references/verify-statement.py');
const ACCOUNT_ID = 'account-of-the-guide';

let running: TestLedger;
let directory: string;
let receipts: Record<string, unknown>[];
let statement: string;
let jwks: string;

/** In the API's format; the gateway's own tests check that it matches. */
const receiptOf = (link: ledger.Link) => ({
  accountId: ACCOUNT_ID,
  ...link,
  sequence: Number(link.sequence),
  amountMicros: Number(link.amountMicros),
  mode: link.mode ?? null,
  answerSha256: link.answerSha256 ?? null,
});

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'receipts-'));
  const program = readFileSync(PROGRAM, 'utf8');
  expect(program.split('\n').length).toBeLessThanOrEqual(61);
  writeFileSync(join(directory, 'verify.py'), program);
  running = await startTestLedger({ STATEMENT_KEYS: generateCallerKey() });
  const { client } = running;
  await client.credit({ accountId: ACCOUNT_ID, micros: 1_000_000n, reference: '', reason: '' }, call);
  const charges = [60, 0, 60, 5].map((records) =>
    chargeOf({ accountId: ACCOUNT_ID, records, requestId: `a"\\${records}` }),
  );
  for (const charge of charges) await client.charge(charge, call);
  await client.voidCharge(charges[0]!, call);
  await client.reverseEntry({ entryId: charges[2]!.eventId, reason: 'a test' }, call);
  const { month } = await client.getUsage({ accountId: ACCOUNT_ID, month: '' }, call);
  const { links } = await client.listReceipts(
    { accountId: ACCOUNT_ID, month, afterSequence: 0n, limit: 100 },
    call,
  );
  receipts = links.map(receiptOf);
  ({ statement } = await client.getStatement({ accountId: ACCOUNT_ID, month }, call));
  ({ jwks } = await client.listStatementKeys({}, call));
});
afterAll(async () => {
  await running?.stop();
  rmSync(directory, { recursive: true, force: true });
});

function verify(items: readonly unknown[], signed = statement, keys = jwks) {
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return name;
  };
  const files = [
    write('statement', signed),
    write('receipts', items.map((item) => `${JSON.stringify(item)}\n`).join('')),
    write('keys', keys),
  ];
  const { status, stdout, stderr } = spawnSync('python3', ['verify.py', ...files], {
    cwd: directory,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const changed = (index: number, members: Record<string, unknown>) =>
  receipts.map((receipt, n) => (n === index ? { ...receipt, ...members } : receipt));

it("verifies what the ledger signed, with the guide's program", () => {
  expect(verify(receipts)).toMatchObject({ status: 0, said: expect.stringContaining('verified') as string });
});

it.each([
  ['a record', () => verify(changed(1, { records: 1 })), 'receipt 2: hash differs'],
  ['an amount', () => verify(changed(2, { amountMicros: 1 })), 'receipt 3: hash differs'],
  ['the last link', () => verify(changed(5, { records: 1 })), 'last:'],
  [
    'the order',
    () => verify([...receipts.slice(0, 2), receipts[3], receipts[2], ...receipts.slice(4)]),
    'order:',
  ],
  ['a missing link', () => verify(receipts.filter((_, n) => n !== 2)), 'order:'],
  ['a missing head', () => verify(receipts.slice(1)), 'first:'],
  ['a missing end', () => verify(receipts.slice(0, -1)), 'last:'],
  ['another key', () => verify(receipts, statement, '{"keys":[]}'), 'signature: unknown key'],
  ['the payload', () => verify(receipts, statement.replace(/\.[^.]*\./, '.e30.')), 'signature: invalid'],
])('detects that %s was changed', (_, run, difference) => {
  expect(run()).toMatchObject({ status: 1, said: expect.stringContaining(difference) as string });
});
