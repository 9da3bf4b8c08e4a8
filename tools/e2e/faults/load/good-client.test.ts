import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Random } from '../plan/random';
import { GoodClient } from './good-client';
import { Journal, type LogicalRequest } from './journal';

type Respond = (response: ServerResponse) => unknown;

const problem =
  (status: number, code: string, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify({ code }));
const page: Respond = (response) =>
  response.end(JSON.stringify({ data: { items: [{}, {}], nextCursor: null } }));
const cut: Respond = (response) => response.destroy();
const half: Respond = (response) =>
  response.writeHead(200, { 'content-length': '100' }).write('{', () => cut(response));

let server: Server;
let url: string;
/** Responses to send, in order; the last one repeats forever. */
let responses: Respond[];
let received: IncomingHttpHeaders[];
let isClosing = false;

beforeEach(async () => {
  received = [];
  isClosing = false;
  server = createServer((request, response) => {
    received.push(request.headers);
    response.setHeader('x-request-id', request.headers['x-request-id'] as string);
    (responses.length > 1 ? responses.shift()! : responses[0]!)(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const request: LogicalRequest = {
  id: 'client00-000001',
  accountId: 'account',
  credentialId: 'key',
  operation: 'search',
  pathAndQuery: '/api/v1/signals?limit=2',
  startedAtMs: 0,
};

function makeClient() {
  const journal = new Journal();
  const credential = { accountId: 'account', credentialId: 'key', apiKey: 'secret' };
  const client = new GoodClient({
    url,
    credential,
    journal,
    random: new Random(1),
    isClosing: () => isClosing,
  });
  return { client, journal };
}

it('retries with the same key and new request ids until there is a response', async () => {
  responses = [
    cut,
    half,
    problem(503, 'unavailable', { 'retry-after': '0' }),
    problem(409, 'idempotency_in_progress', { 'retry-after': '0' }),
    problem(429, 'rate_limited', { 'retry-after': '0' }),
    page,
  ];
  const { client, journal } = makeClient();
  expect(await client.ask(request, 'a')).toMatchObject({ status: 200, records: 2, isReplay: false });
  expect(received.map((headers) => headers['idempotency-key'])).toEqual(Array(6).fill(request.id));
  expect(received.map((headers) => headers['x-request-id'])).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `client00-000001_a${number}`),
  );
  expect(Object.fromEntries(journal.retries)).toEqual({
    'no answer': 2,
    '503': 1,
    '409 in progress': 1,
    '429': 1,
  });
  expect([journal.attempts, journal.answers, journal.violations]).toEqual([6, 1, []]);
});

it.each([
  [402, 'insufficient_records'],
  [409, 'idempotency_conflict'],
  [404, 'not_found'],
])('accepts %d %s as a final response', async (status, code) => {
  responses = [problem(status, code)];
  expect(await makeClient().client.ask(request, 'a')).toMatchObject({ status, code });
  expect(received).toHaveLength(1);
});

it('continues after an internal error, which must not happen', async () => {
  responses = [problem(500, 'internal'), page];
  const { client, journal } = makeClient();
  expect(await client.ask(request, 'a')).toMatchObject({ status: 200 });
  expect(journal.violations).toEqual([
    { check: 'internal error', detail: 'internal ', ids: ['client00-000001_a1'] },
  ]);
});

it('gives up at the end if limited every time, but never when the request may have succeeded', async () => {
  isClosing = true;
  responses = [problem(429, 'rate_limited')];
  expect(await makeClient().client.ask(request, 'a')).toBeUndefined();
  responses = [cut, problem(429, 'rate_limited', { 'retry-after': '0' }), page];
  expect(await makeClient().client.ask(request, 'a')).toMatchObject({ status: 200 });
});
