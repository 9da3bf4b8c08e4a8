import { readFileSync } from 'node:fs';
import {
  ConfigError,
  credentialSetting,
  databaseUrl,
  hasPossiblePort,
  HIGHEST_PORT_RULE,
  integerSetting,
} from '@heliograph/runtime';
import { z } from 'zod';

type SaslMechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';

/** Times in milliseconds. */
interface CommonSettings {
  /** A group member that is silent for this long loses its partitions; default 10 s. */
  memberTimeoutMs?: number;
  /** A `publish` request fails if not confirmed within this time, for example because the log hangs; default 30 s. */
  publishTimeoutMs?: number;
}

export interface KafkaSettings extends CommonSettings {
  kind: 'kafka';
  /** `host:port` of bootstrap brokers. */
  brokers: string[];
  /** Prefix of every topic and group. */
  topicPrefix: string;
  /** Encrypts connections, with the system's certificate authorities unless one is given as PEM. */
  tls?: { certificateAuthority?: string };
  sasl?: { mechanism: SaslMechanism; username: string; password: string };
  /** Replicas of each new topic; the brokers' default if undefined. */
  replication: number | undefined;
}

export interface PostgresSettings extends CommonSettings {
  kind: 'postgres';
  /** As the role `heliograph_events`. */
  connectionString: string;
}

export const MEMBER_TIMEOUT_MS = 10_000;
export const PUBLISH_TIMEOUT_MS = 30_000;

export type EventLogSettings = KafkaSettings | PostgresSettings;

// The client splits at the first colon, so that an IPv6 address would become a host called "[".
const brokerList = z
  .string()
  .transform((text) => text.split(',').map((broker) => broker.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^[^\s:]+:\d{1,5}$/,
          'must be host:port, several separated by commas; a name for an IPv6 address',
        )
        .refine(hasPossiblePort, HIGHEST_PORT_RULE),
    ),
  );

/** Variables of the event log; spread into a program's `z.object`. */
export const eventLogVariables = {
  EVENT_LOG_URL: databaseUrl.optional().describe('PostgreSQL as heliograph_events, without KAFKA_BROKERS'),
  KAFKA_BROKERS: brokerList.optional().describe('host:port, separated by commas'),
  KAFKA_TOPIC_PREFIX: z
    .string()
    .regex(/^[\w.-]{0,100}$/, 'must contain only letters, digits, dots, dashes, and underscores')
    .default('')
    .describe('prefix of topics and groups'),
  KAFKA_TLS: z.enum(['true', 'false']).default('false').describe('encrypts connections to Kafka'),
  KAFKA_TLS_CA_FILE: z.string().optional().describe('certificate authority, as PEM'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('with KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD'),
  KAFKA_SASL_USERNAME: credentialSetting.optional().describe('see KAFKA_SASL_MECHANISM'),
  KAFKA_SASL_PASSWORD: credentialSetting.optional().describe('see KAFKA_SASL_MECHANISM'),
  EVENT_TOPIC_PARTITIONS: integerSetting(1, 1_000).default(6).describe('of new topics'),
  EVENT_TOPIC_REPLICATION: integerSetting(1, 10)
    .optional()
    .describe("of new topics in Kafka; the brokers' default without it"),
};

type EventLogVariables = z.output<z.ZodObject<typeof eventLogVariables>>;

/**
 * The settings of {@link createEventLog} from variables: Kafka if KAFKA_BROKERS is set, else PostgreSQL.
 *
 * @throws ConfigError naming every issue, also if neither is set.
 */
export function eventLogSettings(variables: EventLogVariables): EventLogSettings {
  const { KAFKA_BROKERS: brokers, EVENT_LOG_URL: connectionString } = variables;
  if (brokers) return kafkaSettings(brokers, variables);
  if (connectionString) return { kind: 'postgres', connectionString };
  throw new ConfigError(['KAFKA_BROKERS or EVENT_LOG_URL is required but neither is set']);
}

function kafkaSettings(brokers: string[], variables: EventLogVariables): KafkaSettings {
  const problems: string[] = [];
  const settings: KafkaSettings = {
    kind: 'kafka',
    brokers,
    topicPrefix: variables.KAFKA_TOPIC_PREFIX,
    tls: tlsSettings(variables, problems),
    sasl: saslSettings(variables, problems),
    replication: variables.EVENT_TOPIC_REPLICATION,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

function tlsSettings(variables: EventLogVariables, problems: string[]): KafkaSettings['tls'] {
  const file = variables.KAFKA_TLS_CA_FILE;
  if (variables.KAFKA_TLS === 'false') {
    if (file) problems.push('KAFKA_TLS_CA_FILE is set but KAFKA_TLS is not true');
    return undefined;
  }
  if (!file) return {};
  try {
    return { certificateAuthority: readFileSync(file, 'utf8') };
  } catch (error) {
    problems.push(`KAFKA_TLS_CA_FILE cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

function saslSettings(variables: EventLogVariables, problems: string[]): KafkaSettings['sasl'] {
  const {
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: username,
    KAFKA_SASL_PASSWORD: password,
  } = variables;
  if (mechanism && username && password) return { mechanism, username, password };
  if (mechanism || username || password) {
    problems.push('KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required together');
  }
  return undefined;
}
