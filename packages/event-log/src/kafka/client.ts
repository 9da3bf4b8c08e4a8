import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import type { EventLogParts } from '../parts';
import type { KafkaSettings } from '../settings';
import { quietIdleConnections } from './idle-connections';
import { logBridge } from './log-bridge';

quietIdleConnections();

const CONNECTION_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** The client retries each call for some seconds; then its caller decides what to do. */
export const RETRY = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5, multiplier: 2, factor: 0.2 };

export function createClient(settings: KafkaSettings, { clientId, logger }: EventLogParts): Kafka {
  const { brokers, tls, sasl } = settings;
  const authority = tls?.certificateAuthority;
  return new Kafka({
    clientId,
    brokers,
    ssl: tls && (authority ? { ca: [authority] } : true),
    sasl: sasl as SASLOptions | undefined,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    // At any more verbose level, the client logs what it sends and receives.
    logLevel: logLevel.INFO,
    logCreator: logBridge(logger),
  });
}
