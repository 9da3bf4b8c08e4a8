import { eventLogSettings, eventLogVariables } from '@heliograph/event-log';
import {
  callerCredentials,
  callerVariables,
  ConfigError,
  loadConfig as load,
  previousSecretSetting,
  rpcServiceSettings,
  rpcServiceVariables,
  secretSetting,
  integerSetting,
  serviceAddress,
} from '@heliograph/runtime';
import { z } from 'zod';
import { senderOf } from './domain/mail-address';
import { smtpServerOf } from './mail/smtp-url';

/** A host as it appears in a URL, with an optional port. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

const schema = z.object({
  ...rpcServiceVariables(10),
  ...callerVariables,
  ...eventLogVariables,
  IDENTITY_ADDRESS: serviceAddress.describe('gRPC address'),
  LEDGER_ADDRESS: serviceAddress.describe('gRPC address'),
  WEBHOOK_ENCRYPTION_SECRET: secretSetting.describe(
    'encrypts the secrets of webhooks; at least 32 characters',
  ),
  WEBHOOK_ENCRYPTION_SECRET_PREVIOUS: previousSecretSetting
    .optional()
    .describe('still read while the secret is rotated'),
  EXPIRED_ROWS_INTERVAL_MS: integerSetting(10, 3_600_000)
    .default(60_000)
    .describe('between removals of expired rows'),
  EVENT_BATCH_MAXIMUM: integerSetting(1, 1_000).default(500).describe('signals matched together'),
  WEBHOOK_POLL_MS: integerSetting(10, 60_000).default(500).describe('between checks of the queue'),
  WEBHOOK_TIMEOUT_MS: integerSetting(100, 10_000).default(10_000).describe('for an attempt'),
  WEBHOOK_LEASE_SECONDS: integerSetting(1, 3_600)
    .default(60)
    .describe('how long a dead process holds a saved search; at least twice WEBHOOK_TIMEOUT_MS'),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
    .refine((names) => names.every((name) => HOST.test(name)), 'must be host names, separated by commas')
    .default([])
    .describe('hosts that webhooks may use even if private or plain http, separated by commas'),
  SMTP_URL: z
    .string()
    .refine(
      (text) => smtpServerOf(text) !== undefined,
      'must be smtp:// or smtps://, with user and password or neither, host, and port',
    )
    .optional()
    .describe(
      'mail server for digests and alerts: smtp://USER:PASSWORD@HOST:587, or smtps; without it there is no email',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => senderOf(text) !== undefined, 'must be an address, or Name <address>')
    .optional()
    .describe('sender of emails; required with SMTP_URL'),
  SEARCH_ADDRESS: serviceAddress.optional().describe('gRPC address; required with SMTP_URL'),
  DASHBOARD_URL: z
    .string()
    .refine(
      (text) => /^https?:\/\/[^\s/?#]+$/.test(text) && URL.canParse(text),
      'must be http:// or https:// with a host and nothing after it',
    )
    .optional()
    .describe('public origin, for links in emails; required with SMTP_URL'),
  MAIL_POLL_MS: integerSetting(10, 600_000)
    .default(5_000)
    .describe('between checks for digests, alerts, and emails'),
  MAIL_TIMEOUT_MS: integerSetting(100, 120_000)
    .default(30_000)
    .describe('for sending an email; its answer may take ten minutes more'),
});

/** The schema's variables, for programs that pass them on. */
export const variables = schema.shape;

/** The notifier's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** An attempt, including its lookup and its write, must end well before the lease does. */
const ATTEMPTS_IN_LEASE = 2;
/** Covers asking the ledger and identity, or counting page by page. */
const MAIL_LEASE_SECONDS = 300;
/**
 * How long a mail server may take to answer a whole email (RFC 5321, section 4.5.3.2.6): it may already have accepted
 * it, so each retry could be another copy.
 */
const MAIL_ANSWER_MS = 600_000;
/** Covers also asking identity, and the longest MAIL_TIMEOUT_MS. */
const SENDING_LEASE_SECONDS = 900;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
  const { WEBHOOK_LEASE_SECONDS: leaseSeconds, WEBHOOK_TIMEOUT_MS: timeoutMs } = settings;
  // Otherwise two processes would send the same delivery.
  if (leaseSeconds * 1_000 < timeoutMs * ATTEMPTS_IN_LEASE)
    throw new ConfigError([
      `WEBHOOK_LEASE_SECONDS must be at least ${ATTEMPTS_IN_LEASE} times as long as WEBHOOK_TIMEOUT_MS`,
    ]);
  const missing = (['MAIL_FROM', 'SEARCH_ADDRESS', 'DASHBOARD_URL'] as const).filter(
    (name) => settings.SMTP_URL !== undefined && settings[name] === undefined,
  );
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} is required with SMTP_URL`));
  return {
    ...rpcServiceSettings(settings),
    credentials: callerCredentials(settings),
    eventLog: eventLogSettings(settings),
    topicPartitions: settings.EVENT_TOPIC_PARTITIONS,
    identityAddress: settings.IDENTITY_ADDRESS,
    ledgerAddress: settings.LEDGER_ADDRESS,
    encryptionSecrets: {
      current: settings.WEBHOOK_ENCRYPTION_SECRET,
      previous: settings.WEBHOOK_ENCRYPTION_SECRET_PREVIOUS,
    },
    expiredRowsIntervalMs: settings.EXPIRED_ROWS_INTERVAL_MS,
    maximumBatch: settings.EVENT_BATCH_MAXIMUM,
    webhooks: {
      pollMs: settings.WEBHOOK_POLL_MS,
      timeoutMs,
      leaseSeconds,
    },
    allowedHosts: settings.WEBHOOK_ALLOWED_HOSTS as readonly string[],
    mail: settings.SMTP_URL === undefined ? undefined : mailSettings(settings, settings.SMTP_URL),
  };
}

function mailSettings(settings: z.output<typeof schema>, smtpUrl: string) {
  return {
    server: smtpServerOf(smtpUrl)!,
    from: senderOf(settings.MAIL_FROM!)!,
    searchAddress: settings.SEARCH_ADDRESS!,
    dashboardUrl: settings.DASHBOARD_URL!,
    pollMs: settings.MAIL_POLL_MS,
    timeoutMs: settings.MAIL_TIMEOUT_MS,
    answerTimeoutMs: MAIL_ANSWER_MS,
    leaseSeconds: MAIL_LEASE_SECONDS,
    sendingLeaseSeconds: SENDING_LEASE_SECONDS,
  };
}
