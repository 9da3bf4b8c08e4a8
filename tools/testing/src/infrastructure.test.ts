import { dirname } from 'node:path';
import { chromiumPath, isAvailable, isRequired } from './infrastructure';
import { isOnPath } from './programs';

it('takes a part from its variable, otherwise from a program on the PATH', () => {
  expect(isAvailable('redis', { PATH: '/nowhere', REDIS_URL: '' })).toBe(false);
  expect(isAvailable('redis', { PATH: '/nowhere', REDIS_URL: 'redis://localhost' })).toBe(true);
});

it('takes a broker from its variable or from Docker, and one to kill only from Java', () => {
  const nothing = { PATH: '/nowhere', XDG_CACHE_HOME: '/nowhere', KAFKA_BROKERS: '', DOCKER_HOST: '' };
  expect(isAvailable('kafka', { ...nothing, KAFKA_BROKERS: 'localhost:9092' })).toBe(true);
  expect(isAvailable('kafka', { ...nothing, DOCKER_HOST: 'tcp://localhost:2375' })).toBe(true);
  expect(isAvailable('kafka-process', { ...nothing, DOCKER_HOST: 'tcp://localhost:2375' })).toBe(false);
});

it('takes a Qdrant from its variable or from Docker', () => {
  const nothing = { QDRANT_URL: '', DOCKER_HOST: '' };
  expect(isAvailable('qdrant', { ...nothing, QDRANT_URL: 'http://localhost:6333' })).toBe(true);
  expect(isAvailable('qdrant', { ...nothing, DOCKER_HOST: 'tcp://localhost:2375' })).toBe(true);
});

it('reads required parts from a list', () => {
  expect(isRequired('redis', { REQUIRE_INFRA: 'kafka, redis' })).toBe(true);
  expect(isRequired('redis', { REQUIRE_INFRA: 'kafka' })).toBe(false);
  expect(isRequired('redis', {})).toBe(false);
});

it('takes a browser from its variable, otherwise from the PATH', () => {
  expect(chromiumPath({ PATH: '/nowhere' })).toBeUndefined();
  expect(chromiumPath({ PATH: '/nowhere', CHROMIUM: '/opt/chromium' })).toBe('/opt/chromium');
});

it('takes helm and kubectl from the PATH, otherwise from npm', () => {
  const nothing = { PATH: '/nowhere', XDG_CACHE_HOME: '/nowhere' };
  for (const tool of ['helm', 'kubectl'] as const) expect(isAvailable(tool, nothing)).toBe(false);
  // npm, and possibly helm, are usually in the same directory as Node.js.
  const beside = { ...nothing, PATH: dirname(process.execPath) };
  const isPinned = process.platform === 'linux' && process.arch === 'x64' && isOnPath('npm', beside);
  expect(isAvailable('helm', beside)).toBe(isPinned || isOnPath('helm', beside));
});

it('takes a Python that is new enough from its variable, otherwise from the PATH', () => {
  expect(isAvailable('python', { PATH: '/nowhere' })).toBe(false);
  expect(isAvailable('python', { PATH: process.env.PATH, PYTHON: '/bin/false' })).toBe(false);
});
