import { loadLauncherConfig } from '../config';
import { partsInUse } from './parts-in-use';

it('names what is configured, without credentials', () => {
  const config = loadLauncherConfig({
    HELIOGRAPH_HOME: '/h',
    DATABASE_URL: 'postgresql://admin:hidden@db:5432,standby:5433/heliograph?sslmode=require',
    KAFKA_BROKERS: 'one:9092,two:9092',
    QDRANT_URL: 'http://vectors:6333',
    REDIS_URL: 'redis://:hidden@cache:6379/',
  });
  expect(partsInUse(config)).toEqual({
    PostgreSQL: 'db:5432, standby:5433/heliograph',
    Kafka: 'one:9092,two:9092',
    Qdrant: 'vectors:6333',
    Redis: 'cache:6379',
  });
});

it('names nothing when all parts are embedded', () => {
  expect(partsInUse(loadLauncherConfig({ HELIOGRAPH_HOME: '/h' }))).toEqual({});
});
