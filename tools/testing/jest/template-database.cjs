'use strict';

// Required by the global setup: hence the relative paths.
const { resolve } = require('node:path');
const { Client } = require('pg');
const { bootstrapSchemas } = require('../../../packages/postgres/src/bootstrap');
const { migrate } = require('../../../packages/postgres/src/migrate');
const { DATABASE_ROLES, roleConnectionString } = require('../../../packages/postgres/src/roles');
const { testRolePassword } = require('../src/secret');

/** The migrations directory of each schema's owner. */
const MIGRATIONS = {
  identity: 'services/identity/src/storage/migrations',
  ledger: 'services/ledger/src/storage/migrations',
  metering: 'services/metering/src/storage/migrations',
  indexer: 'services/indexer/src/storage/migrations',
  notifier: 'services/notifier/src/storage/migrations',
  catalog: 'packages/catalog/src/migrations',
  events: 'packages/event-log/src/postgres/migrations',
};

const silent = { info() {}, warn() {} };

/** Creates the fully migrated template database that tests copy: copying costs a fifth of migrating. */
async function makeTemplate(server, name) {
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await bootstrapSchemas(url.toString());
  for (const [owner, directory] of Object.entries(MIGRATIONS)) {
    const { name: role, schema } = DATABASE_ROLES[owner];
    await migrate({
      connectionString: roleConnectionString(url.toString(), role, testRolePassword(role)),
      schema,
      directory: resolve(__dirname, '../../..', directory),
      logger: silent,
    });
  }
}

/** For a server that outlives the run. */
function dropTemplate(server, name) {
  return onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function onServer(connectionString, statement) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

module.exports = { dropTemplate, makeTemplate };
