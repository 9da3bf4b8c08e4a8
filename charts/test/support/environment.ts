import { CALLERS } from '@heliograph/runtime';
import { testCredentials, testTrust } from '@heliograph/testing';
import type { Container } from './manifests';

const PASSWORD = 'p%40ss-word';
const role = (name: string) =>
  `postgresql://heliograph_${name}:${PASSWORD}@database.example.com:5432/heliograph`;

/** A Secret as the chart's documentation requires: every key, with valid values. */
export const documentedSecret: Readonly<Record<string, string>> = {
  CALLER_PUBLIC_KEYS: testTrust.publicKeys,
  ...Object.fromEntries(
    CALLERS.map((caller) => [`CALLER_KEY_${caller.toUpperCase()}`, testCredentials.privateKey]),
  ),
  INTERNAL_SECRET: 'internal-secret-of-the-tests-0123456789',
  CURSOR_SECRET: 'cursor-secret-of-the-tests-0123456789',
  CATALOG_READ_URL: 'postgresql://heliograph_reader:reader@replica:5432/heliograph',
  CURSOR_SECRET_PREVIOUS: 'cursor-secret-before-it-0123456789-abc',
  WEBHOOK_ENCRYPTION_SECRET: 'webhook-secret-of-the-tests-0123456789',
  WEBHOOK_ENCRYPTION_SECRET_PREVIOUS: 'webhook-secret-before-it-0123456789-abc',
  STATEMENT_KEYS: testCredentials.privateKey,
  EMBEDDING_CACHE_SECRET: 'cache-secret-of-the-tests-0123456789',
  DATABASE_URL_ADMIN: `postgresql://admin:${PASSWORD}@database.example.com:5432/heliograph?sslmode=verify-full`,
  DATABASE_URL_IDENTITY: role('identity'),
  DATABASE_URL_LEDGER: role('ledger'),
  DATABASE_URL_METERING: role('metering'),
  DATABASE_URL_INDEXER: role('indexer'),
  DATABASE_URL_NOTIFIER: role('notifier'),
  DATABASE_URL_READER: role('reader'),
  DATABASE_URL_CATALOG: role('catalog'),
  REDIS_URL: `rediss://heliograph:${PASSWORD}@redis.example.com:6379`,
  KAFKA_SASL_USERNAME: 'heliograph',
  KAFKA_SASL_PASSWORD: 'password-of-kafka',
  QDRANT_API_KEY: 'key-of-qdrant',
  OPENSEARCH_USERNAME: 'heliograph',
  OPENSEARCH_PASSWORD: 'password-of-opensearch',
  EMBEDDING_API_KEY: 'key-of-a-provider',
  OIDC_CLIENT_SECRET: 'secret-of-the-client',
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  SMTP_URL: 'smtps://heliograph:password-of-mail@mail.example.com',
};

/**
 * The environment of a container's process, given a Secret.
 *
 * @throws if the container could not start: a key is missing, or an entry comes from elsewhere.
 */
export function processEnvironment(
  container: Container,
  secret: Readonly<Record<string, string>> = documentedSecret,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (name in environment) throw new Error(`${container.name} is told ${name} twice`);
    const reference = valueFrom?.secretKeyRef;
    if (valueFrom !== undefined && reference === undefined) throw new Error(`${name} comes from no Secret`);
    const found = reference === undefined ? value : secret[reference.key];
    if (found !== undefined) environment[name] = found;
    else if (reference?.optional !== true) throw new Error(`${container.name} has no ${name}`);
  }
  return environment;
}
