// npm run cluster [-- OPTIONS]: builds what changed, then runs several instances of each service
// (docs/operations/cluster.md).
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { buildIfNeeded, buildWorkspace } from './lib/build.mjs';
import { invocationDirectory, root } from './lib/workspace.mjs';

const args = process.argv.slice(2);
const named = process.env.HELIOGRAPH_HOME;
const home = named ? resolve(invocationDirectory, named) : join(root, '.heliograph-cluster');
buildIfNeeded(() => process.stderr.write('Building …\n'));
// Includes the testing package, which runs Kafka and Redis.
buildWorkspace('tools/cluster');

const require = createRequire(import.meta.url);
const { run } = require('../tools/cluster');
const { StartFailure } = require('../programs/launcher');
process.exitCode = await run(args, {
  environment: { ...process.env, HELIOGRAPH_HOME: home },
  root,
  startInfrastructure,
});
process.exit();

/** Starts Kafka and Redis, unless the environment names them. */
async function startInfrastructure(directory, say) {
  const wanted = ['KAFKA_BROKERS', 'REDIS_URL'].filter((name) => !process.env[name]);
  if (wanted.length === 0) return { variables: {}, stop: async () => {} };
  const { KafkaProcess, RedisProcess, isAvailable, missing } = require('../tools/testing');
  const servers = [];
  const variables = {};
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    if (wanted.includes('KAFKA_BROKERS')) {
      if (!isAvailable('kafka-process')) throw new StartFailure(missing('kafka-process'));
      say('Starting Kafka');
      const kafka = await KafkaProcess.start({
        directory: join(directory, 'kafka'),
        onFetch: () => say('Fetching the Kafka broker with Maven, once'),
      });
      servers.push(kafka);
      variables.KAFKA_BROKERS = kafka.brokers.join(',');
    }
    if (wanted.includes('REDIS_URL')) {
      if (!isAvailable('redis-process')) throw new StartFailure(missing('redis-process'));
      say('Starting Redis');
      const redis = await RedisProcess.start({ directory: join(directory, 'redis') });
      servers.push(redis);
      variables.REDIS_URL = redis.url;
    }
    return { variables, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
