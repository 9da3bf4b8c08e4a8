// npm run infra: a Kafka broker and a Redis for a developer's machine, until Ctrl-C.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWorkspace } from './lib/build.mjs';
import { fail, invocationDirectory, root } from './lib/workspace.mjs';

const help = `Runs a Kafka broker and a Redis until Ctrl-C, and prints the variables with which npm start and npm test use them.

  npm run infra [-- OPTIONS]

  --kafka-port N    port of the broker (9092)
  --redis-port N    port of Redis (6379)
  --only PART       only kafka or redis
  --directory DIR   directory for data and logs (.heliograph-infra)
  --temporary       deletes data and logs at the end
  --help

Kafka requires a Java runtime, and Maven to fetch the broker once. Redis requires redis-server.
`;

const options = readOptions();
if (options.help) {
  process.stdout.write(help);
  process.exit();
}

buildWorkspace('tools/testing');
const { KafkaProcess, RedisProcess, isOnPath, isAvailable, missing } = createRequire(import.meta.url)(
  '../tools/testing',
);

const parts = {
  kafka: {
    check: () => isAvailable('kafka-process') || fail(missing('kafka-process')),
    start: () =>
      KafkaProcess.start({
        directory: directoryOf('kafka'),
        port: options.kafkaPort,
        onFetch: () => process.stderr.write('Fetching the Kafka broker with Maven, once …\n'),
      }),
    variable: (kafka) => `KAFKA_BROKERS=${kafka.brokers.join(',')}`,
  },
  redis: {
    check: () => isOnPath('redis-server') || fail('redis-server is not on the PATH: install Redis'),
    start: () => RedisProcess.start({ directory: directoryOf('redis'), port: options.redisPort }),
    variable: (redis) => `REDIS_URL=${redis.url}`,
  },
};
const wanted = options.only ? [options.only] : Object.keys(parts);
for (const name of wanted) parts[name].check();

const running = [];
const interrupted = new Promise((done) => {
  process.once('SIGINT', done);
  process.once('SIGTERM', done);
});
const started = startAll();
const end = await Promise.race([interrupted, started.then((died) => died.ended)]);
// On Ctrl-C, also stops parts that are still starting.
await started.catch(() => undefined);
await Promise.all(running.map(({ server }) => server.stop()));
if (typeof end === 'object') fail(`${end.name} ended by itself: see ${end.log}`);
process.stderr.write('Stopped.\n');
process.exit();

/** Starts the parts; `ended` resolves with the first part that exits on its own. */
async function startAll() {
  try {
    for (const name of wanted) {
      process.stderr.write(`Starting ${name} …\n`);
      running.push({ name, server: await parts[name].start() });
    }
  } catch (error) {
    await Promise.all(running.map(({ server }) => server.stop()));
    fail(error.message);
  }
  for (const { name, server } of running) process.stdout.write(`export ${parts[name].variable(server)}\n`);
  process.stderr.write('Running. Ctrl-C stops it.\n');
  const log = (name) => directoryOf(name) ?? 'its output, which --temporary discarded';
  return {
    ended: Promise.race(
      running.map(({ name, server }) => server.exited.then(() => ({ name, log: log(name) }))),
    ),
  };
}

function directoryOf(name) {
  return options.temporary ? undefined : join(options.directory, name);
}

function readOptions() {
  const definitions = {
    'kafka-port': { type: 'string', default: '9092' },
    'redis-port': { type: 'string', default: '6379' },
    only: { type: 'string' },
    directory: { type: 'string' },
    temporary: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  let values;
  try {
    ({ values } = parseArgs({ options: definitions }));
  } catch (error) {
    fail(`${error.message} (npm run infra -- --help)`);
  }
  if (values.only && !['kafka', 'redis'].includes(values.only)) fail('--only is kafka or redis');
  return {
    ...values,
    kafkaPort: portOf('--kafka-port', values['kafka-port']),
    redisPort: portOf('--redis-port', values['redis-port']),
    directory: values.directory
      ? resolve(invocationDirectory, values.directory)
      : join(root, '.heliograph-infra'),
  };
}

function portOf(name, text) {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) fail(`${name} is a number from 1 to 65535`);
  return port;
}
