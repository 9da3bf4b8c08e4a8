import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@heliograph/runtime';
import { describeWith, freePort, startOwnKafka, type KafkaProcess } from '@heliograph/testing';
import { z } from 'zod';
import { createEventLog, eventLogSettings, eventLogVariables, PreparedTopics } from '../../src';
import { logger } from '../support/logs';
import { numbered } from '../support/messages';

const STORE_PASSWORD = 'only-for-this-test';

describeWith('kafka-process', 'a broker with TLS and passwords', () => {
  let directory: string;
  let kafka: KafkaProcess;
  let variables: Record<string, string>;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'heliograph-secured-'));
    const keyStore = join(directory, 'broker.p12');
    const authority = join(directory, 'ca.pem');
    const store = ['-keystore', keyStore, '-storetype', 'PKCS12', '-storepass', STORE_PASSWORD];
    const keytool = (...args: string[]) =>
      execFileSync('keytool', [...args, '-alias', 'broker', ...store], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    keytool('-genkeypair', '-keyalg', 'EC', '-dname', 'CN=broker', '-ext', 'san=ip:127.0.0.1');
    writeFileSync(authority, keytool('-exportcert', '-rfc'));

    const port = await freePort();
    const listener = `SECURED://127.0.0.1:${port}`;
    kafka = await startOwnKafka({
      adjust: (settings) => ({
        ...settings,
        listeners: `${settings.listeners},${listener}`,
        'advertised.listeners': `${settings['advertised.listeners']},${listener}`,
        'listener.security.protocol.map': `${settings['listener.security.protocol.map']},SECURED:SASL_SSL`,
        'listener.name.secured.ssl.keystore.type': 'PKCS12',
        'listener.name.secured.ssl.keystore.location': keyStore,
        'listener.name.secured.ssl.keystore.password': STORE_PASSWORD,
        'listener.name.secured.sasl.enabled.mechanisms': 'PLAIN',
        'listener.name.secured.plain.sasl.jaas.config':
          'org.apache.kafka.common.security.plain.PlainLoginModule required user_heliograph="open sesame";',
      }),
    });
    variables = {
      KAFKA_BROKERS: `127.0.0.1:${port}`,
      KAFKA_TLS: 'true',
      KAFKA_TLS_CA_FILE: authority,
      KAFKA_SASL_MECHANISM: 'plain',
      KAFKA_SASL_USERNAME: 'heliograph',
      KAFKA_SASL_PASSWORD: 'open sesame',
    };
  });
  afterAll(async () => {
    await kafka.stop();
    rmSync(directory, { recursive: true });
  });

  const openWith = (changes: Record<string, string>) =>
    createEventLog(eventLogSettings(loadConfig(z.object(eventLogVariables), { ...variables, ...changes })), {
      clientId: 'test',
      logger,
    });

  it('works with the right certificate authority and password', async () => {
    const log = openWith({});
    await log.prepare([{ name: 'topic', partitions: 1, retentionMs: 60_000 }]);
    await (await log.createPublisher()).publish('topic', numbered(3));
    expect((await log.read('topic', { limit: 10 })).messages).toHaveLength(3);
    await log.close();
  });

  it.each([
    ['a wrong password', { KAFKA_SASL_PASSWORD: 'open barley' }],
    ['an authority that did not sign its certificate', { KAFKA_TLS_CA_FILE: '' }],
    ['no encryption', { KAFKA_TLS: 'false', KAFKA_TLS_CA_FILE: '' }],
  ])('does not work with %s', async (_what, changes) => {
    const log = openWith(changes);
    await expect(log.count('topic')).rejects.toThrow();
    await log.close();
  });

  it('does not let a program start with a wrong password', async () => {
    const log = openWith({ KAFKA_SASL_PASSWORD: 'open barley' });
    const topics = new PreparedTopics(log, [{ name: 'other', partitions: 1, retentionMs: 60_000 }], logger);
    await expect(topics.prepareAtStart()).rejects.toMatchObject({ name: 'KafkaJSSASLAuthenticationError' });
    await log.close();
  });
});
