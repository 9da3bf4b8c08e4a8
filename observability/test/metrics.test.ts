import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exposedMetrics, type ExposedMetrics } from './support/exposed-metrics';
import { readDashboards, readRules, type Rule } from './support/files';
import { parseExpression } from './support/promql';

/** Labels of every series: from the program itself, and from its target (scrape-example.yaml). */
const COMMON_LABELS = ['service', 'job', 'instance'];
/** Prometheus's own metrics. */
const OWN_METRICS: [string, ReadonlySet<string>][] = [['up', new Set()]];
/** Bounded labels only: each value of a label is another series. */
const ALLOWED_LABELS = new Set([
  ...['operation', 'status', 'code', 'method', 'outcome', 'verdict', 'limit', 'cache', 'channel', 'call'],
  ...['plan', 'state', 'action', 'month', 'topic', 'group', 'le'],
  // One collection per model in use: at most two, during a change.
  ...['step', 'purpose', 'provider', 'reason', 'result', 'part', 'collection'],
  // From the runtime's own metrics (prom-client).
  ...['type', 'kind', 'space', 'version', 'major', 'minor', 'patch'],
  // Ways for the command-line client to get tokens: three.
  ...['grant'],
  // Lanes of searches: plan, cheap, expensive, semantic.
  ...['lane'],
  // Lists of filter options: one per filter.
  ...['list'],
  // Tables of identity whose rows expire.
  ...['table'],
  // Tools for agents: seven.
  ...['tool'],
  // Changes of a saved search: created, updated, deleted, and so on.
  ...['change'],
  // Sources of the operator console's figures: eight.
  ...['source'],
  // Our programs that call services: seven, and "unknown".
  ...['caller'],
]);

let services: Map<string, ExposedMetrics>;
/** Labels by metric, in any service. */
const known = new Map<string, Set<string>>(OWN_METRICS.map(([name, labels]) => [name, new Set(labels)]));

beforeAll(async () => {
  services = await exposedMetrics();
  for (const metrics of services.values()) {
    for (const [name, labels] of metrics) known.set(name, new Set([...(known.get(name) ?? []), ...labels]));
  }
  for (const rule of readRules()) if (rule.record) known.set(rule.record, labelsOfRecorded(rule));
});

/** An aggregation's result has only the labels that it is grouped by. */
function labelsOfRecorded({ expr }: Rule): Set<string> {
  return new Set(parseExpression(expr).grouping.filter((label) => label !== 'le'));
}

const panels = readDashboards().flatMap(([file, { panels: all }]) =>
  all.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ where: `${file}: ${title}`, expr, template: legendFormat })),
  ),
);
const rules = readRules().map(({ alert, record, expr, annotations = {} }) => ({
  where: alert ?? record ?? '',
  expr,
  template: Object.values(annotations).join(' '),
}));

/** Of Prometheus' templates. */
const CONTROL_WORDS = new Set(['if', 'else', 'end']);

describe.each([...rules, ...panels])('$where', ({ expr, template }) => {
  const parsed = parseExpression(expr);

  it('is valid', () => {
    expect(parsed.faults).toEqual([]);
    expect(parsed.selections.length).toBeGreaterThan(0);
  });

  it('reads metrics and labels that some service has', () => {
    for (const { metric, labels } of parsed.selections) {
      expect([...known.keys()]).toContain(metric);
      expect([...known.get(metric)!, ...COMMON_LABELS]).toEqual(expect.arrayContaining(labels));
    }
  });

  it('groups by and shows labels that its metrics have', () => {
    const available = [
      ...COMMON_LABELS,
      ...parsed.selections.flatMap(({ metric }) => [...(known.get(metric) ?? [])]),
    ];
    expect(available).toEqual(expect.arrayContaining(parsed.grouping));
    const shown = [...template.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\b(?!\()/g)]
      .map(([, label]) => label!)
      .filter((word) => !CONTROL_WORDS.has(word));
    expect(available).toEqual(expect.arrayContaining(shown));
  });
});

it('every service has its golden signals', () => {
  const ofEvery = [
    'heliograph_ready',
    'heliograph_nodejs_eventloop_lag_p99_seconds',
    'heliograph_process_cpu_seconds_total',
    'heliograph_process_resident_memory_bytes',
    'heliograph_process_start_time_seconds',
  ];
  const ofCalls = ['heliograph_rpc_server_duration_seconds_bucket', 'heliograph_rpc_server_in_flight'];
  const ofDatabase = [
    'heliograph_database_connections',
    'heliograph_database_connections_maximum',
    'heliograph_database_waiting',
    'heliograph_database_connection_failures_total',
  ];
  /** For a program of the public edge: gateway and dashboard. */
  const ofPublicEdge = (name: string) => [
    `heliograph_${name}_requests_total`,
    `heliograph_${name}_request_seconds_bucket`,
    `heliograph_${name}_requests_in_flight`,
  ];
  const publicEdge = ['dashboard', 'gateway'];
  const folders = readdirSync(join(__dirname, '../../services'));
  expect([...services.keys()].sort()).toEqual(folders.sort());
  for (const [name, metrics] of services) {
    const hasDatabase = !['embedding', 'vectors', ...publicEdge].includes(name);
    const wanted = [
      ...ofEvery,
      ...(publicEdge.includes(name) ? ofPublicEdge(name) : ofCalls),
      ...(hasDatabase ? ofDatabase : []),
    ];
    expect({ name, missing: wanted.filter((metric) => !metrics.has(metric)) }).toEqual({ name, missing: [] });
  }
  expect(known.get('heliograph_rpc_server_duration_seconds_bucket')).toContain('code');
  expect(known.get('heliograph_gateway_requests_total')).toContain('code');
});

it('no metric has a label with unbounded values', () => {
  for (const [name, metrics] of services) {
    for (const [metric, labels] of metrics) {
      expect({ name, metric, others: [...labels].filter((label) => !ALLOWED_LABELS.has(label)) }).toEqual({
        name,
        metric,
        others: [],
      });
    }
  }
});
