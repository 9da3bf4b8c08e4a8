import { describeDatabase } from '@heliograph/postgres';
import type { LauncherConfig } from '../config';

/** The external parts that replace embedded ones, with their locations but no credentials. */
export function partsInUse(config: LauncherConfig): Record<string, string> {
  return {
    ...(config.DATABASE_URL && { PostgreSQL: describeDatabase(config.DATABASE_URL) }),
    ...(config.KAFKA_BROKERS && { Kafka: config.KAFKA_BROKERS }),
    ...(config.QDRANT_URL && { Qdrant: withoutCredentials(config.QDRANT_URL) }),
    ...(config.REDIS_URL && { Redis: withoutCredentials(config.REDIS_URL) }),
  };
}

function withoutCredentials(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
