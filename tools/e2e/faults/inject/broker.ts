import type { KafkaProcess } from '@heliograph/testing';
import type { TestBed } from '../bed/test-bed';
import { waitForDuration, type Inject, type Injection } from './injection';

export const killBroker: Inject = async (injection) => {
  const broker = brokerOf(injection.bed);
  injection.markInjected();
  await broker.kill();
  await waitForDuration(injection);
  await broker.restart();
  return undefined;
};

export const pauseBroker: Inject = async (injection) => {
  const broker = brokerOf(injection.bed);
  injection.markInjected();
  await broker.pause();
  try {
    await waitForDuration(injection);
  } finally {
    broker.resume();
  }
  return undefined;
};

/** Makes the event log unavailable while charging continues; without a broker, by locking its tables. */
export const fillOutbox: Inject = async (injection) => {
  injection.markInjected();
  if (injection.bed.broker) await withoutBroker(injection, injection.bed.broker);
  else await withLockedLog(injection);
  return undefined;
};

async function withoutBroker(injection: Injection, broker: KafkaProcess): Promise<void> {
  await broker.kill();
  await waitForDuration(injection);
  await broker.restart();
}

async function withLockedLog(injection: Injection): Promise<void> {
  try {
    await injection.bed.database.use(async (client) => {
      await client.query('BEGIN; LOCK TABLE event_log.message IN ACCESS EXCLUSIVE MODE');
      await waitForDuration(injection);
      await client.query('ROLLBACK');
    });
  } catch {
    // The database died meanwhile, which released the lock.
  }
}

function brokerOf({ broker }: TestBed): KafkaProcess {
  if (!broker) throw new Error('there is no broker');
  return broker;
}
