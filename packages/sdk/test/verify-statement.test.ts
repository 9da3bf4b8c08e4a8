import { verifyStatement, type Receipt, type StatementKeys } from '../src/index.ts';
import { readScenarios } from './support/scenarios.ts';

interface Vectors {
  keys: StatementKeys;
  statements: Record<string, string>;
  receipts: Receipt[];
  cases: {
    name: string;
    statement: string;
    receipts?: (number | { of: number; members: object })[];
    pinned?: string;
    around?: string;
    differences: string[];
  }[];
}

const { keys, statements, receipts, cases } = readScenarios<Vectors>('statements');
const xOf = (keyId: string) => keys.keys.find(({ kid }) => kid === keyId)!.x!;

it.each(cases.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
  const { statement, around = '', pinned, differences } = each;
  const given = each.receipts?.map((one) =>
    typeof one === 'number' ? receipts[one]! : ({ ...receipts[one.of]!, ...one.members } as Receipt),
  );
  const trusted = pinned === undefined ? keys : xOf(pinned);
  expect(await verifyStatement(around + statements[statement]! + around, trusted, given)).toMatchObject({
    verified: differences.length === 0,
    differences,
    differenceCount: differences.length,
  });
});

it('finds keys by the id in the statement', async () => {
  const asked: string[] = [];
  const find = (keyId: string) => {
    asked.push(keyId);
    return Promise.resolve(keys);
  };
  expect(await verifyStatement(statements.ofOldKey!, find)).toMatchObject({ verified: true });
  expect(asked).toEqual(['key-1']);
});

it('lists 100 differences, and counts all', async () => {
  const wrong = Array.from({ length: 150 }, () => ({}) as Receipt);
  const { differences, differenceCount } = await verifyStatement(statements.empty!, keys, wrong);
  expect({ named: differences.length, differenceCount }).toEqual({ named: 100, differenceCount: 150 });
});

it('reads no receipts if the signature is invalid, and returns no statement', async () => {
  const unread: Iterable<Receipt> = {
    [Symbol.iterator]() {
      throw new Error('read');
    },
  };
  const { statement } = await verifyStatement(statements.payloadChanged!, keys, unread);
  expect(statement).toBeUndefined();
});

it('rejects an invalid pinned key', async () => {
  await expect(verifyStatement(statements.november!, 'short')).rejects.toThrow(TypeError);
});
