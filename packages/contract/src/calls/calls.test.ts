import { openApiDocument } from '../openapi/document';
import { operationsOf } from '../openapi/types';
import { describedCall, mostOfCall } from './call-fields';
import { CALL_NAMES, callOf } from './calls';

/** Values only the caller can know. */
const OWN: ReadonlySet<string> = new Set(['id', 'deliveryId', 'since', 'month']);

/** Needs no key, and the API reference shows what it says. */
const OPERATIONS_WITHOUT_CALL = ['getOpenApiDocument'];

const fieldOf = (call: (typeof CALL_NAMES)[number], name: string) =>
  describedCall(call).fields.find((field) => field.name === name);

describe('the calls of the playground', () => {
  it.each(CALL_NAMES)('%s only names parameters of its operation', (name) => {
    const { starts, shows = [], fixed = {}, without = [], ownArguments = [], command } = callOf(name);
    const { fields } = describedCall(name);
    const names = fields.map((field) => field.name);
    for (const used of [
      ...Object.keys(starts),
      ...shows,
      ...(command?.positional ?? []),
      ...(command?.flags ?? []),
      ...Object.keys(command?.renamed ?? {}),
      ...ownArguments,
    ])
      expect(names).toContain(used);
    for (const left of [...without, ...Object.keys(fixed)]) expect(names).not.toContain(left);
    for (const field of fields.filter(({ isRequired }) => isRequired)) {
      if (!OWN.has(field.name)) expect(starts).toHaveProperty(field.name);
    }
  });

  it('say where values come from, and what they may be', () => {
    expect(fieldOf('search', 'category')).toMatchObject({ kind: 'list', options: 'categories' });
    expect(fieldOf('search', 'hiringState')).toMatchObject({ kind: 'list', options: 'hiring.types' });
    expect(fieldOf('search', 'days')).toMatchObject({ kind: 'choice', isNumeric: true });
    expect(fieldOf('search', 'matched')).toMatchObject({ kind: 'flag' });
    expect(fieldOf('search', 'locations')).toMatchObject({ kind: 'json', maximumLength: 65_536 });
    expect(fieldOf('count', 'facets')).toMatchObject({ kind: 'list', example: 'category,country' });
    expect(fieldOf('count', 'limit')).toBeUndefined();
    // Has the name of a search parameter, but is not the same.
    expect(fieldOf('suggest', 'limit')).toMatchObject({ kind: 'integer', maximum: 20, default: 10 });
    expect(fieldOf('changes', 'limit')?.description).toBe('Changes per response.');
    expect(fieldOf('company', 'slug')).toMatchObject({ in: 'path', isRequired: true });
  });

  it('have the headers and options a program would set', () => {
    const headersOf = (call: (typeof CALL_NAMES)[number]) =>
      describedCall(call).fields.flatMap(({ in: place, name, option }) =>
        place === 'header' ? [[name, option]] : [],
      );
    expect(headersOf('search')).toEqual([
      ['Idempotency-Key', 'idempotencyKey'],
      ['X-Max-Records', 'maxRecords'],
      ['X-Budget-Id', 'budget.id'],
      ['X-Budget-Records', 'budget.records'],
      ['X-Test-Outcome', 'testOutcome'],
    ]);
    expect(headersOf('create-saved-search')).toEqual([['Idempotency-Key', 'idempotencyKey']]);
    expect(headersOf('rotate-secret')).toEqual([['Idempotency-Key', 'idempotencyKey']]);
    expect(headersOf('saved-searches')).toEqual([]);
    expect(headersOf('suggest')).toEqual([['X-Test-Outcome', 'testOutcome']]);
  });

  it('have the members of a body', () => {
    expect(describedCall('create-saved-search')).toMatchObject({ method: 'POST', path: '/saved-searches' });
    expect(describedCall('delete-saved-search').method).toBe('DELETE');
    expect(fieldOf('create-saved-search', 'name')).toMatchObject({
      in: 'body',
      isRequired: true,
      kind: 'text',
      maximumLength: 100,
    });
    expect(fieldOf('create-saved-search', 'query')).toMatchObject({ kind: 'json', isSearch: true });
    expect(fieldOf('create-saved-search', 'webhook')?.isNullable).toBeUndefined();
    expect(fieldOf('update-saved-search', 'webhook')).toMatchObject({ kind: 'json', isNullable: true });
    expect(fieldOf('update-saved-search', 'maxRecordsPerDay')).toMatchObject({
      kind: 'integer',
      isNullable: true,
      minimum: 1,
      example: '500',
    });
  });

  it('require confirmation if they change something', () => {
    for (const name of CALL_NAMES)
      expect([name, callOf(name).writes !== undefined]).toEqual([name, describedCall(name).method !== 'GET']);
  });

  it('cover every operation, except those listed', () => {
    const operations = Object.values(openApiDocument.paths)
      .flatMap((item) => operationsOf(item))
      .map(({ operation }) => operation.operationId);
    const called = new Set(CALL_NAMES.map((name) => callOf(name).operation));
    expect([...called, ...OPERATIONS_WITHOUT_CALL].sort()).toEqual(operations.sort());
  });
});

it.each([
  ['search', {}, 50, 250_000n],
  ['search', { limit: '7' }, 7, 35_000n],
  ['search', { limit: '1e3' }, 50, 250_000n],
  ['changes', {}, 50, 250_000n],
  ['changes', { limit: '900' }, 100, 500_000n],
  ['company', {}, 1, 5_000n],
  ['count', {}, 0, 0n],
  ['suggest', { limit: '20' }, 0, 0n],
  ['search', { 'X-Max-Records': '2' }, 2, 10_000n],
  ['search', { limit: '1', 'X-Max-Records': '2' }, 1, 5_000n],
  ['search', { limit: '1', 'X-Max-Records': 'two' }, 1, 5_000n],
  ['company', { 'X-Max-Records': '0' }, 0, 0n],
  ['create-saved-search', {}, 0, 0n],
  ['saved-search-changes', { limit: '3' }, 3, 15_000n],
  ['deliveries', { limit: '100' }, 0, 0n],
] as const)('%s with %j costs at most %d records', (name, values, records, micros) => {
  expect(mostOfCall(name, values)).toEqual({ records, micros });
});
