import { startBeforeAll } from '@heliograph/testing';
import { Heliograph, type HeliographOptions } from '../src/index.ts';
import { answer, ScriptedServer } from './support/scripted-server.ts';

const { SIGNALS_API_URL, SIGNALS_API_KEY } = process.env;

const server = startBeforeAll(() => ScriptedServer.start());

beforeEach(() => {
  server.play(answer());
  process.env.SIGNALS_API_URL = `${server.url}/api/v1/`;
  process.env.SIGNALS_API_KEY = 'hg_live_OfTheVariable ';
});

afterEach(() => {
  restore('SIGNALS_API_URL', SIGNALS_API_URL);
  restore('SIGNALS_API_KEY', SIGNALS_API_KEY);
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}

it("takes URL and key from the command-line client's variables", async () => {
  await new Heliograph().signals.search();
  expect(server.seen).toMatchObject([
    { url: '/api/v1/signals', headers: { authorization: 'Bearer hg_live_OfTheVariable' } },
  ]);
});

it('prefers explicit options', async () => {
  process.env.SIGNALS_API_URL = 'http://elsewhere.invalid';
  await new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_Given' }).signals.search();
  expect(server.seen[0]?.headers.authorization).toBe('Bearer hg_live_Given');
});

it.each([
  ['baseUrl', 'SIGNALS_API_URL', { apiKey: 'hg_live_Given' }],
  ['apiKey', 'SIGNALS_API_KEY', { baseUrl: 'http://127.0.0.1:1' }],
])('says that %s is missing, and how to set it', (option, variable, options) => {
  Reflect.deleteProperty(process.env, variable);
  expect(() => new Heliograph(options)).toThrow(
    new TypeError(`${option} is missing: pass it, or set the variable ${variable}.`),
  );
});

// An unset variable for a test key must not fall back to the live key, nor another URL to the usual one.
it.each([
  ['apiKey', undefined, 'undefined', 'SIGNALS_API_KEY'],
  ['apiKey', '', 'empty', 'SIGNALS_API_KEY'],
  ['apiKey', ' ', 'empty', 'SIGNALS_API_KEY'],
  ['apiKey', null, 'not a string', 'SIGNALS_API_KEY'],
  ['baseUrl', undefined, 'undefined', 'SIGNALS_API_URL'],
  ['baseUrl', '', 'empty', 'SIGNALS_API_URL'],
])('does not use the variable instead of %s given as %j', (option, value, is, variable) => {
  expect(() => new Heliograph({ [option]: value } as HeliographOptions)).toThrow(
    new TypeError(`${option} was given but is ${is}. To use the variable ${variable}, leave it out.`),
  );
});

it('works where there are no environment variables, as in a browser', async () => {
  const { process: own } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'process');
    await new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_Given' }).signals.search();
    expect(() => new Heliograph()).toThrow(TypeError);
  } finally {
    globalThis.process = own;
  }
});
