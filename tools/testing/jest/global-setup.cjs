'use strict';

// Runs once in Jest's main process, which transpiles what this file requires but resolves no aliases: hence the
// relative paths.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const { bootstrapDatabase } = require('../../../packages/postgres/src/bootstrap');
const { EmbeddedPostgres } = require('../../../packages/postgres/src/embedded/embedded-postgres');
const { hasDocker } = require('../src/docker');
const { startKafkaContainer } = require('../src/kafka/kafka-container');
const { KafkaProcess } = require('../src/kafka/kafka-process');
const { OpenSearchProcess } = require('../src/opensearch/opensearch-process');
const { startQdrantContainer } = require('../src/qdrant/qdrant-container');
const { startRedisContainer } = require('../src/redis-container');
const { answerFile, templateDatabase, wantedFile } = require('../src/run-directory');
const { testRolePassword } = require('../src/secret');
const { dropTemplate, makeTemplate } = require('./template-database.cjs');

const prefix = 'heliograph-test-';
/** Used by workers and by programs that tests run. */
const compileCache = join(__dirname, '../programs/compile-cache.cjs');

/** A disposable database does not need durability; all other settings are as in production. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
  max_wal_size: '512MB',
  log_min_messages: 'warning',
};

const logger = {
  info() {},
  warn: (context, message) => console.warn(message, context),
  error: console.error,
};

/** Each resolves with the server's address and a function that stops it. */
const starters = {
  database: startDatabase,
  kafka: startKafka,
  opensearch: startOpenSearch,
  qdrant: () => startContainer(startQdrantContainer),
  redis: () => startContainer(startRedisContainer),
  system: () => startSystem('--unchanged'),
  'changing-system': () => startSystem('--changing'),
};

/**
 * Creates the run's directory and starts each shared server when a test first asks for it, so that unit test runs start
 * none. The servers are this process's children and end with the run, even if it is killed.
 */
module.exports = async function globalSetup() {
  removeLeftovers();
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  process.env.HELIOGRAPH_TEST_RUN = directory;
  // What tests and their programs leave behind goes with it. Other users, such as that of images, may pass through.
  process.env.TMPDIR = join(directory, 'tmp');
  mkdirSync(process.env.TMPDIR);
  for (const each of [directory, process.env.TMPDIR]) chmodSync(each, 0o711);
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, `--require ${JSON.stringify(compileCache)}`]
    .filter(Boolean)
    .join(' ');
  const run = { directory, servers: {}, watcher: undefined };
  globalThis.heliographTestRun = run;
  run.watcher = watch(directory, { persistent: false }, () => {
    for (const [name, start] of Object.entries(starters)) {
      if (run.servers[name] || !existsSync(wantedFile(name))) continue;
      run.servers[name] = start(join(directory, name)).then(
        ({ address, stop }) => {
          answer(name, { address });
          return stop;
        },
        (error) => answer(name, { error: error.message }),
      );
    }
  });
};

async function startDatabase(dataDirectory) {
  const external = process.env.TEST_DATABASE_URL;
  const server = external ? undefined : await EmbeddedPostgres.start({ dataDirectory, settings, logger });
  const address = external ?? server.connectionString();
  try {
    await bootstrapDatabase({ adminConnectionString: address, rolePassword: testRolePassword });
    await makeTemplate(address, templateDatabase());
  } catch (error) {
    await server?.stop();
    throw error;
  }
  return { address, stop: () => server?.stop() ?? dropTemplate(address, templateDatabase()) };
}

async function startKafka() {
  const kafka = hasDocker() ? await startKafkaContainer() : await KafkaProcess.start();
  return { address: kafka.brokers.join(','), stop: () => kafka.stop() };
}

async function startOpenSearch() {
  const node = await OpenSearchProcess.start();
  return { address: node.url, stop: () => node.stop() };
}

async function startContainer(start) {
  const { url, stop } = await start();
  return { address: url, stop };
}

/** Runs in a separate process, which resolves aliases and ends with this one. */
async function startSystem(corpus) {
  const tools = join(__dirname, '../..');
  const program = spawn(
    process.execPath,
    [
      ...['-r', join(tools, 'testing/programs/register.cjs')],
      ...[join(tools, 'e2e/support/shared-system-program.ts'), corpus],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  const ended = once(program, 'exit');
  const address = await Promise.race([
    once(createInterface(program.stdout), 'line').then(([line]) => line),
    ended.then(([status]) => Promise.reject(new Error(`the system's program exited with ${status}`))),
  ]);
  return {
    address,
    async stop() {
      program.stdin.end();
      await ended;
    },
  };
}

/** An interrupted run has no teardown; its leftovers are found by its process id. */
function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (pid > 0 && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Written atomically: tests read it as soon as it exists. */
function answer(name, content) {
  const file = answerFile(name);
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
