import { outdatedClientVersion } from './client-version';

it.each([
  ['signals-cli/0.2.9', '0.2.9'],
  ['signals-cli/0.0.1 (linux x64)', '0.0.1'],
  ['signals-cli/0.2.99+build.7 node/20', '0.2.99'],
  ['signals-cli/0.3.0-rc.1', '0.3.0-rc.1'],
])('%s is too old', (userAgent, version) => expect(outdatedClientVersion(userAgent)).toBe(version));

it.each([
  'signals-cli/0.3.0',
  'signals-cli/0.3.1-beta.1',
  'signals-cli/0.3.0+build.7',
  'signals-cli/0.10.0',
  'signals-cli/1.0.0-alpha',
  'signals-cli/10.2.0 (linux x64)',
])('%s is new enough', (userAgent) => expect(outdatedClientVersion(userAgent)).toBeUndefined());

it.each([
  undefined,
  '',
  'curl/8.5.0',
  'signals-cli',
  'signals-cli/',
  'signals-cli/0.2',
  'signals-cli/0.2.x',
  'signals-cli/0.2.9x',
  'my-signals-cli/0.1.0',
  'curl/8.5.0 signals-cli/0.1.0',
  'SIGNALS-CLI/0.1.0',
  `signals-cli/${'0'.repeat(60_000)}.2.9`,
])('%p is not a client with a known version', (userAgent) =>
  expect(outdatedClientVersion(userAgent)).toBeUndefined(),
);
