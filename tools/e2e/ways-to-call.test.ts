import {
  CALL_NAMES,
  callOf,
  describedCall,
  openApiDocument,
  type CallField,
  type CallName,
} from '@heliograph/contract';
import { describeWith, PYTHON_SDK, pythonEnvironment } from '@heliograph/testing';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { requestOf, type Call } from '../../web/dashboard/src/calls/call';
import { codeTabs } from '../../web/dashboard/src/calls/code-tabs';
import { shellScript } from './support/guide-examples';
import { run } from './support/running-system';

const ROOT = resolve(__dirname, '../..');
/** Below the repository's node_modules, so that programs find the SDK as a user's program does. */
const scratch = join(ROOT, 'node_modules/.cache/heliograph', `ways-${process.pid}`);

/** A value that must survive every language unchanged. */
const AWKWARD = `it's "a" \\n $(id) \`id\` {x} %s é 机器人 \u202e\u{e0001}`;

interface Case {
  title: string;
  call: Call;
}

/** Examples that contradict each other. */
const LEFT_OUT: Partial<Record<CallName, string[]>> = { identify: ['name'] };

const cases = CALL_NAMES.flatMap((name): Case[] => {
  const { fields } = describedCall(name);
  const examplesIn = (isIn: (field: CallField) => boolean) =>
    fields
      .filter((field) => isIn(field) && !LEFT_OUT[name]?.includes(field.name))
      .map((field) => [field.name, field.kind === 'flag' ? 'true' : (field.example ?? '')] as const);
  const starts: Readonly<Record<string, string>> = callOf(name).starts;
  // Fields that users have to fill in.
  const own = examplesIn((field) => field.isRequired && starts[field.name] === undefined);
  const start = [...own, ...Object.entries(starts)];
  const headers = examplesIn((field) => field.in === 'header').filter(([, value]) => value !== '');
  return [
    { title: `${name}, as it starts`, call: { name, values: start } },
    {
      title: `${name}, with every parameter`,
      call: { name, values: examplesIn((field) => field.in !== 'header') },
    },
    ...(headers.length === 0
      ? []
      : [{ title: `${name}, with headers`, call: { name, values: [...start, ...headers] } }]),
  ];
});
const awkward: Case = {
  title: 'search for an awkward text',
  call: {
    name: 'search',
    values: [
      ['q', AWKWARD],
      ['limit', '1'],
    ],
  },
};
const all = [...cases, awkward].map((each) => [each.title, each] as const);

interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  authorization: string | undefined;
  /** Only the headers that calls may have. */
  headers: Record<string, string>;
  body: unknown;
}

const HEADERS = [
  ...new Set(
    CALL_NAMES.flatMap((name) =>
      describedCall(name).fields.flatMap((field) => (field.in === 'header' ? [field.name] : [])),
    ),
  ),
];

/** Answers every operation with the document's example, and records its requests. */
let server: Server;
let received: Received[] = [];
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  mkdirSync(scratch, { recursive: true });
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  environment = {
    PATH: process.env.PATH,
    HOME: scratch,
    NO_COLOR: '1',
    PYTHONPATH: join(PYTHON_SDK, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    SIGNALS_API_URL: apiUrl(),
    SIGNALS_API_KEY: 'hg_live_x',
  };
});

afterAll(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(scratch, { recursive: true, force: true });
});

beforeEach(() => (received = []));

const apiUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readText(request);
  const { pathname, searchParams } = new URL(request.url!, 'http://api.example');
  // The command line also requests the keys of statements.
  if (!pathname.startsWith('/api/v1/')) return void response.writeHead(404).end();
  const path = pathname.replace(/^\/api\/v1/, '');
  const query = Object.fromEntries(searchParams);
  const { method = '', headers } = request;
  const own = HEADERS.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  received.push({
    method,
    path,
    query,
    authorization: headers.authorization,
    headers: Object.fromEntries(own) as Record<string, string>,
    body: text === '' ? undefined : JSON.parse(text),
  });
  const { contentType, body } = exampleAnswer(method, path, query);
  response.writeHead(200, { 'content-type': contentType });
  response.end(body);
}

interface Answers {
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/** Path templates, those without parameters first. */
const TEMPLATES = Object.keys(openApiDocument.paths)
  .sort((one, other) => one.split('{').length - other.split('{').length)
  .map((template) => [template, new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const);

function exampleAnswer(method: string, path: string, query: Record<string, string>) {
  const [template = ''] = TEMPLATES.find(([, pattern]) => pattern.test(path)) ?? [];
  const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
  const responses = openApiDocument.paths[template]?.[verb]?.responses;
  const response = (responses?.['200'] ?? responses?.['201']) as Answers | undefined;
  const [contentType, content] = Object.entries(response?.content ?? {})[0] ?? ['application/json', {}];
  if (contentType === 'application/jose') return { contentType, body: 'e30.e30.e30' };
  const { example, examples } = content;
  const value = example ?? examples?.[query['countOnly'] === 'true' ? 'count' : 'page']?.value ?? {};
  return { contentType, body: JSON.stringify(value) };
}

const codeOf = (call: Call, label: string) =>
  codeTabs(call, apiUrl()).find((tab) => tab.label === label)!.code;

/** The part of a request that must match: clients add their own headers. */
const expectedOf = ({ call }: Case): Received => {
  const { method, path, query, headers, body } = requestOf(call);
  return {
    method,
    path,
    query: Object.fromEntries(query),
    authorization: 'Bearer hg_live_x',
    headers: expect.objectContaining(Object.fromEntries(headers)) as Received['headers'],
    body,
  };
};

function expectAskedInTurn(): void {
  expect(received).toEqual(all.map(([, each]) => expectedOf(each)));
}

async function succeeds(program: string, args: string[]): Promise<void> {
  const { status, stdout, stderr } = await run(program, args, environment, scratch);
  expect({ status, said: status === 0 ? '' : stderr + stdout }).toEqual({ status: 0, said: '' });
}

describe("the playground's code sends the page's requests", () => {
  it.each(all)('in curl: %s', async (_title, each) => {
    await succeeds('bash', ['-c', codeOf(each.call, 'curl')]);
    expect(received).toEqual([expectedOf(each)]);
  });

  it('in TypeScript', async () => {
    const files = all.map(([, { call }], index) => {
      const file = join(scratch, `program_${index}.mjs`);
      writeFileSync(file, codeOf(call, 'TypeScript'));
      return file;
    });
    // One process for all, because starting takes longer than a call.
    const runner = files.map((file) => `await import(${JSON.stringify(file)});`).join('\n');
    await succeeds(process.execPath, ['--input-type=module', '-e', runner]);
    expectAskedInTurn();
  });

  it.each(cases.map((each) => [each.title, each] as const))(
    'on the command line: %s',
    async (_title, each) => {
      await succeeds('bash', ['-c', shellScript({ code: codeOf(each.call, 'CLI') })]);
      const expected = expectedOf(each);
      // The command line requests only the fields it shows, and has its own page sizes.
      const { fields: _fields, ...asked } = expected.query;
      expect(received).toEqual([{ ...expected, query: expect.objectContaining(asked) }]);
    },
  );

  describeWith('python', 'in Python', () => {
    let python: string;
    beforeAll(async () => {
      python = await pythonEnvironment();
    }, 400_000);

    it('asks the same', async () => {
      const programs = all.map(([, { call }]) => codeOf(call, 'Python'));
      const file = join(scratch, 'programs.py');
      writeFileSync(file, `for program in ${JSON.stringify(programs)}:\n    exec(program, {})\n`);
      await succeeds(python, [file]);
      expectAskedInTurn();
    });
  });
});
