import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@heliograph/runtime';
import { z } from 'zod';
import { deadLetterTopic, eventLogSettings, eventLogVariables, usageTopics } from '../src';

const settingsOf = (environment: Record<string, string>) =>
  eventLogSettings(loadConfig(z.object(eventLogVariables), environment));

it('uses Kafka when brokers are configured, otherwise PostgreSQL', () => {
  const EVENT_LOG_URL = 'postgres://heliograph_events@localhost/heliograph';
  expect(settingsOf({ EVENT_LOG_URL, KAFKA_BROKERS: '' })).toEqual({
    kind: 'postgres',
    connectionString: EVENT_LOG_URL,
  });
  expect(settingsOf({ EVENT_LOG_URL, KAFKA_BROKERS: 'one:9092, two:9093' })).toEqual({
    kind: 'kafka',
    brokers: ['one:9092', 'two:9093'],
    topicPrefix: '',
  });
});

it('names both when neither is set', () => {
  expect(() => settingsOf({})).toThrow(ConfigError);
  expect(() => settingsOf({})).toThrow('KAFKA_BROKERS or EVENT_LOG_URL');
});

it('reads the security settings for Kafka', () => {
  const directory = mkdtempSync(join(tmpdir(), 'heliograph-settings-'));
  const file = join(directory, 'ca.pem');
  writeFileSync(file, 'certificate');
  const settings = settingsOf({
    KAFKA_BROKERS: 'one:9092',
    KAFKA_TOPIC_PREFIX: 'eu.',
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA_FILE: file,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_SASL_USERNAME: 'heliograph',
    KAFKA_SASL_PASSWORD: 'a password',
    EVENT_TOPIC_REPLICATION: '3',
  });
  rmSync(directory, { recursive: true });
  expect(settings).toEqual({
    kind: 'kafka',
    brokers: ['one:9092'],
    topicPrefix: 'eu.',
    tls: { certificateAuthority: 'certificate' },
    sasl: { mechanism: 'scram-sha-512', username: 'heliograph', password: 'a password' },
    replication: 3,
  });
});

it.each(['[::1]:9092', 'one:9092,::1:9092', 'one', ':9092'])(
  'rejects the brokers %s, which the client cannot connect to',
  (brokers) => {
    expect(() => settingsOf({ KAFKA_BROKERS: brokers })).toThrow('must be host:port');
  },
);

it('rejects a port that no broker can have', () => {
  expect(() => settingsOf({ KAFKA_BROKERS: 'one:9092,two:65536' })).toThrow('a port of at most 65535');
});

it.each(['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'])(
  'rejects the line break at the end of a file as part of %s',
  (name) => {
    const sasl = { KAFKA_SASL_USERNAME: 'heliograph', KAFKA_SASL_PASSWORD: 'a password' };
    const settings = { KAFKA_BROKERS: 'one:9092', KAFKA_SASL_MECHANISM: 'plain', ...sasl };
    expect(() => settingsOf({ ...settings, [name]: `${sasl[name as keyof typeof sasl]}\r\n` })).toThrow(name);
  },
);

it('lists all issues in the settings at once', () => {
  const issues = {
    KAFKA_BROKERS: 'one:9092',
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA_FILE: '/nowhere/ca.pem',
    KAFKA_SASL_USERNAME: 'heliograph',
  };
  expect(() => settingsOf(issues)).toThrow(/KAFKA_TLS_CA_FILE cannot be read.*\n.*required together/);
  expect(() => settingsOf({ ...issues, KAFKA_TLS: 'false' })).toThrow('KAFKA_TLS is not true');
});

it.each(['one', 'one:9092,', 'one two:9092'])('refuses %s as brokers', (KAFKA_BROKERS) => {
  expect(() => settingsOf({ KAFKA_BROKERS })).toThrow('KAFKA_BROKERS');
});

it('keeps dead letters of usage events longer than the events', () => {
  const [events, deadLetters] = usageTopics(6);
  expect(events).toMatchObject({ name: 'usage.recorded.v1', partitions: 6 });
  expect(deadLetters).toMatchObject({ name: deadLetterTopic('usage.recorded.v1'), partitions: 1 });
  expect(deadLetters!.retentionMs).toBeGreaterThan(events!.retentionMs);
});
