import { type ConfigError } from '@heliograph/runtime';
import { loadLauncherConfig } from './config';

const home = { HELIOGRAPH_HOME: '/home/of/heliograph' };

it('has a default for everything except the home, and treats an empty variable as absent', () => {
  expect(loadLauncherConfig({ ...home, GATEWAY_PORT: '', DATABASE_URL: '' })).toEqual({
    ...home,
    rolePasswords: {},
    GATEWAY_PORT: 8080,
    GATEWAY_HOST: '127.0.0.1',
    DASHBOARD_PORT: 8081,
    DASHBOARD_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    START_TIMEOUT_MS: 25_000,
    BACKGROUND_PRIORITY: 'low',
    SHUTDOWN_TIMEOUT_MS: 10_000,
  });
});

it('names every issue at once', () => {
  const invalid = {
    GATEWAY_PORT: '70000',
    METRICS_PORT: 'x',
    DATABASE_URL: 'mysql://db',
    REDIS_URL: 'localhost',
    KAFKA_BROKERS: 'one two',
    QDRANT_URL: 'qdrant:6333',
    EMBEDDING_PROVIDER: 'best',
    REQUESTS_PER_MINUTE: 'many',
    EARLIEST_ACTIVITY_DATE: '2026-02-30',
    CURSOR_SECRET: 'short',
    EMBEDDING_CACHE_SECRET: 'short',
    WEBHOOK_ENCRYPTION_SECRET: 'short',
    WEBHOOK_ENCRYPTION_SECRET_PREVIOUS: 'short',
  };
  let problems: readonly string[] = [];
  try {
    loadLauncherConfig({ ...home, ...invalid });
  } catch (error) {
    problems = (error as ConfigError).problems;
  }
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(Object.keys(invalid).sort());
});

it.each(['postgres://u:hidden@[::1', 'postgresql://u:hidden@db:port/h', 'mysql://u:hidden@db/h'])(
  'refuses %s as a database, without repeating it',
  (url) => {
    let problems: readonly string[] = [];
    try {
      loadLauncherConfig({ ...home, DATABASE_URL: url });
    } catch (error) {
      problems = (error as ConfigError).problems;
    }
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL: must (have the form|start with)/)]);
    expect(problems.join()).not.toContain('hidden');
  },
);

it.each(['2026-02-30', '2026-1-1', '20260101', 'yesterday', '2026-13-01'])('rejects %s as a date', (day) => {
  expect(() => loadLauncherConfig({ ...home, EARLIEST_ACTIVITY_DATE: day })).toThrow(
    'must be a date written YYYY-MM-DD',
  );
});

it('refuses one port for two public services', () => {
  expect(() => loadLauncherConfig({ ...home, GATEWAY_PORT: '9000', DASHBOARD_PORT: '9000' })).toThrow(
    'DASHBOARD_PORT: must differ from GATEWAY_PORT',
  );
});

it('does not set its own passwords when machines share a given secret', () => {
  const shared = { ...home, DATABASE_URL: 'postgresql://admin:x@db/h', INTERNAL_SECRET: 'x'.repeat(32) };
  expect(() => loadLauncherConfig(shared)).toThrow(/^INTERNAL_SECRET: .*DATABASE_URL_IDENTITY/);
  const passwords = { DATABASE_URL_LEDGER: 'postgresql://heliograph_ledger:mine@db/h' };
  expect(loadLauncherConfig({ ...shared, ...passwords }).rolePasswords).toEqual({ ledger: 'mine' });
  const another = { DATABASE_URL_LEDGER: 'postgresql://heliograph_ledger_b:other@db/h' };
  expect(() => loadLauncherConfig({ ...shared, ...another })).toThrow(
    'DATABASE_URL_LEDGER must name the user heliograph_ledger itself',
  );
});
