import {
  databaseRoleName,
  databaseRoleNames,
  parseDatabaseUrl,
  roleConnectionString,
} from '@heliograph/postgres';
import { CALLERS, generateCallerKey } from '@heliograph/runtime';
import { z } from 'zod';
import { CommandError, UsageError } from '../failure';
import { callerKeyName, callerSecrets } from './caller-secrets';

/** The roles that programs in a cluster connect as. No events role: the event log there is Kafka. */
const roles = databaseRoleNames.filter((role) => role !== 'events');

/** Keys copied from environment variables of the same name, and their purpose. */
export const GIVEN_KEYS = {
  REDIS_URL: 'rate limits, and the cache of embeddings',
  KAFKA_SASL_USERNAME: 'Kafka, with kafka.saslMechanism',
  KAFKA_SASL_PASSWORD: 'Kafka, with kafka.saslMechanism',
  QDRANT_API_KEY: 'Qdrant, unless it requires none',
  OPENSEARCH_USERNAME: 'OpenSearch, if it requires one',
  OPENSEARCH_PASSWORD: 'OpenSearch, if it requires one',
  EMBEDDING_API_KEY: 'a provider of embeddings',
  OIDC_CLIENT_SECRET: 'sign-in, unless the client is public',
  STRIPE_SECRET_KEY: 'payments with Stripe',
  STRIPE_WEBHOOK_SECRET: 'payments with Stripe',
  SMTP_URL: 'email, with mail.from',
} as const;

const SECRET = z.object({
  kind: z.literal('Secret'),
  data: z.record(z.string(), z.base64()).optional(),
});

interface SecretManifest {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string; namespace?: string };
  type: 'Opaque';
  stringData: Record<string, string>;
}

/**
 * The Secret that the chart reads, with fresh secrets and passwords. Given an existing Secret, adds only what it lacks.
 *
 * @param existing the entries of an earlier version's Secret. They keep their values; new callers are trusted along
 *   with existing ones. A missing DATABASE_URL_ADMIN is not added: it may be in a Secret of its own. Any role's URL
 *   tells where the database is.
 * @param random returns a new secret of printable ASCII on each call.
 * @throws CommandError when DATABASE_URL is missing, or, for a new Secret, not an administrator's.
 */
export function secretManifest(
  options: { name: string; namespace: string | undefined; existing?: Readonly<Record<string, string>> },
  environment: NodeJS.ProcessEnv,
  random: () => string,
): SecretManifest {
  const { name, namespace, existing } = options;
  const databaseUrl = existing
    ? validUrl(environment.DATABASE_URL || databaseUrlOf(existing))
    : administratorUrl(environment.DATABASE_URL);
  const callers = CALLERS.filter((caller) => existing?.[callerKeyName(caller)] === undefined);
  const fresh: Record<string, string> = {
    CURSOR_SECRET: random(),
    STATEMENT_KEYS: generateCallerKey(),
    EMBEDDING_CACHE_SECRET: random(),
    WEBHOOK_ENCRYPTION_SECRET: random(),
    ...(!existing && { DATABASE_URL_ADMIN: databaseUrl }),
  };
  for (const role of roles) {
    fresh[`DATABASE_URL_${role.toUpperCase()}`] = roleConnectionString(databaseUrl, role, random());
  }
  for (const key of Object.keys(GIVEN_KEYS)) {
    const value = environment[key];
    if (value) fresh[key] = value;
  }
  const stringData = { ...fresh, ...existing, ...callerSecrets(callers, existing?.CALLER_PUBLIC_KEYS) };
  const metadata = { name, ...(namespace !== undefined && { namespace }) };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData };
}

/** Formats as YAML, where a JSON string is a valid scalar. */
export function yamlOf({ apiVersion, kind, metadata, type, stringData }: SecretManifest): string {
  const mapping = (entries: Record<string, string>) =>
    Object.entries(entries).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`);
  return [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    'metadata:',
    ...mapping(metadata),
    `type: ${type}`,
    'stringData:',
    ...mapping(stringData),
  ].join('\n');
}

/**
 * Decodes the entries of a Secret.
 *
 * @param text the output of `kubectl get secret NAME --output json`.
 * @throws UsageError when it is something else.
 */
export function keysOfSecret(text: string): Record<string, string> {
  const secret = secretOf(text);
  return Object.fromEntries(
    Object.entries(secret.data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );
}

function secretOf(text: string): z.infer<typeof SECRET> {
  try {
    return SECRET.parse(JSON.parse(text));
  } catch {
    // No cause: it may contain a secret.
    throw new UsageError('--existing must be a Secret as "kubectl get secret NAME --output json" prints it');
  }
}

function databaseUrlOf(existing: Readonly<Record<string, string>>): string | undefined {
  const names = ['ADMIN', ...roles.map((role) => role.toUpperCase())];
  return names.map((name) => existing[`DATABASE_URL_${name}`]).find(Boolean);
}

function administratorUrl(url: string | undefined): string {
  const valid = validUrl(url);
  const user = decodeURIComponent(parseDatabaseUrl(valid)!.first.username);
  if (databaseRoleNames.some((role) => databaseRoleName(role) === user)) {
    throw new CommandError(`DATABASE_URL must belong to a user who may create roles, not ${user}`);
  }
  return valid;
}

function validUrl(url: string | undefined): string {
  if (!url) {
    throw new CommandError(
      'set DATABASE_URL to postgresql://user:password@host:port/database of a user who may create roles, as pods reach it',
    );
  }
  // Don't print the value: it may contain a password.
  if (!parseDatabaseUrl(url)) {
    throw new CommandError('DATABASE_URL must have the form postgresql://user:password@host:port/database');
  }
  return url;
}
