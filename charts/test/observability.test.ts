import { SIGNALS_PUBLISHED_TOPIC, USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import { createLogger, createMetrics, RpcServer } from '@heliograph/runtime';
import { describeWith, freeAddress, testTrust } from '@heliograph/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DashboardMetrics } from '../../services/dashboard/src/metrics';
import { GatewayMetrics } from '../../services/gateway/src/metrics';
import { INDEXER_GROUP } from '../../services/indexer/src/create-context';
import { METERING_GROUP } from '../../services/metering/src/create-context';
import { processEnvironment } from './support/environment';
import { deploymentsOf, ofKind, type Manifest } from './support/manifests';
import { CHART, REPOSITORY } from './support/paths';
import { profiles, requiredValues, SERVICES } from './support/profiles';
import { render } from './support/render';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const monitoring = (runbookRoot: string) => ({
  name: 'rules',
  values: {
    ...requiredValues,
    monitoring: { prometheusRule: { enabled: true, runbookRoot }, grafanaDashboards: { enabled: true } },
  },
});

interface ScaledObject extends Manifest {
  kind: 'ScaledObject';
  spec: {
    scaleTargetRef: { name: string };
    triggers: { type: string; metadata: Record<string, string>; authenticationRef?: { name: string } }[];
  };
}

interface Autoscaler extends Manifest {
  kind: 'HorizontalPodAutoscaler';
  spec: {
    scaleTargetRef: { name: string };
    metrics: { type: string; pods?: { metric: { name: string } } }[];
  };
}

/** Names of a service's metrics for the requests that it serves. */
function exposedBy(service: string): string[] {
  const metrics = createMetrics(service);
  if (service === 'gateway') new GatewayMetrics(metrics, () => 0);
  else if (service === 'dashboard') new DashboardMetrics(metrics, () => 0);
  else {
    const logger = createLogger({ service, level: 'silent' });
    RpcServer.create({ name: service, address: freeAddress(), trust: testTrust, logger, metrics });
  }
  return metrics.registry.getMetricsAsArray().map(({ name }) => name);
}

describeWith('helm', 'observability', () => {
  it('alerts are rendered unchanged, with runbooks if the values say where', async () => {
    for (const root of ['', 'https://git.example.com/main/']) {
      const rules = ofKind(await render(monitoring(root)), 'PrometheusRule');
      expect(rules).toHaveLength(2);
      for (const { metadata, spec } of rules) {
        const file = metadata.name.endsWith('-alerts') ? 'alerts.yaml' : 'recording.yaml';
        const source = read(CHART, 'files/prometheus', file).replaceAll(
          'runbook_url: docs/',
          `runbook_url: ${root}docs/`,
        );
        expect(spec).toEqual(parse(source));
      }
    }
  });

  it('a service may take as long to start as its values say, without an alert', async () => {
    const values = { ...monitoring('').values, services: { search: { startupSeconds: 901 } } };
    const manifests = await render({ name: 'a large corpus', values });
    for (const { metadata, spec } of deploymentsOf(manifests)) {
      const { startupProbe } = spec.template.spec.containers[0]!;
      const seconds = startupProbe!.periodSeconds! * startupProbe!.failureThreshold!;
      const expected = metadata.name.endsWith('-search') ? 902 : 300;
      expect([metadata.name, seconds]).toEqual([metadata.name, expected]);
      expect(spec.progressDeadlineSeconds).toBeGreaterThan(seconds);
    }
    const alerts = ofKind(manifests, 'PrometheusRule').find(({ metadata }) =>
      metadata.name.endsWith('-alerts'),
    );
    expect(JSON.stringify(alerts)).toContain('heliograph_process_start_time_seconds < 901');
  });

  it('dashboards are rendered unchanged', async () => {
    const dashboards = ofKind(await render(monitoring('')), 'ConfigMap').flatMap(({ data }) =>
      Object.entries(data as Record<string, string>),
    );
    const files = readdirSync(join(CHART, 'files/grafana')).filter((name) => name.endsWith('.json'));
    expect(dashboards.map(([name]) => name).sort()).toEqual(files.map((name) => `heliograph-${name}`).sort());
    for (const [name, text] of dashboards) {
      const file = name.replace('heliograph-', '');
      expect(JSON.parse(text)).toEqual(JSON.parse(read(CHART, 'files/grafana', file)));
    }
  });

  it("Prometheus finds every service's metrics, under the labels that rules and dashboards use", async () => {
    const manifests = await render(profiles.everything);
    const [monitor, ...others] = ofKind(manifests, 'ServiceMonitor');
    expect(others).toEqual([]);
    const { selector, namespaceSelector, endpoints } = monitor!.spec as {
      selector: { matchLabels: Record<string, string> };
      namespaceSelector: { matchNames: string[] };
      endpoints: { port: string; relabelings: { targetLabel: string; replacement?: string }[] }[];
    };
    expect(namespaceSelector).toEqual({ matchNames: ['heliograph'] });
    const found = ofKind(manifests, 'Service').filter(({ metadata }) =>
      Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels?.[name] === value),
    );
    expect(found).toHaveLength(SERVICES.length);
    for (const { spec } of found) {
      expect((spec as { ports: { name: string }[] }).ports.map(({ name }) => name)).toContain(
        endpoints[0]!.port,
      );
    }
    const job = endpoints[0]!.relabelings.find(({ targetLabel }) => targetLabel === 'job')?.replacement;
    const scraped = parse(read(REPOSITORY, 'observability/scrape-example.yaml')) as {
      scrape_configs: { job_name: string }[];
    };
    expect(scraped.scrape_configs.map(({ job_name }) => job_name)).toContain(job);
  });

  it('pods are scaled by metrics that their services expose', async () => {
    const autoscalers = ofKind<Autoscaler>(await render(profiles.everything), 'HorizontalPodAutoscaler');
    expect(autoscalers.length).toBe(SERVICES.length - 3);
    for (const { spec } of autoscalers) {
      const service = spec.scaleTargetRef.name.replace('heliograph-', '');
      const names = spec.metrics.flatMap(({ pods }) => (pods ? [pods.metric.name] : []));
      expect([service, names.length]).toEqual([service, 1]);
      expect(exposedBy(service)).toEqual(expect.arrayContaining(names));
    }
  });

  it('consumers are scaled by the lag of their group and topic', async () => {
    const manifests = await render(profiles.everything);
    const expected: Record<string, [string, string]> = {
      'heliograph-metering': [USAGE_RECORDED_TOPIC, METERING_GROUP],
      'heliograph-indexer': [SIGNALS_PUBLISHED_TOPIC, INDEXER_GROUP],
      'heliograph-notifier': [SIGNALS_PUBLISHED_TOPIC, 'notifier'],
    };
    const scaled = ofKind<ScaledObject>(manifests, 'ScaledObject');
    expect(scaled.map(({ spec }) => spec.scaleTargetRef.name).sort()).toEqual(Object.keys(expected).sort());
    for (const { spec } of scaled) {
      const { name } = spec.scaleTargetRef;
      const deployment = deploymentsOf(manifests).find(({ metadata }) => metadata.name === name)!;
      const told = processEnvironment(deployment.spec.template.spec.containers[0]!);
      const [trigger] = spec.triggers;
      const [topic, group] = expected[name]!;
      expect(trigger).toMatchObject({
        type: 'kafka',
        metadata: {
          bootstrapServers: told.KAFKA_BROKERS,
          topic: `${told.KAFKA_TOPIC_PREFIX}${topic}`,
          consumerGroup: `${told.KAFKA_TOPIC_PREFIX}${group}`,
          tls: 'enable',
          sasl: 'plaintext',
        },
      });
      const authentications = ofKind(manifests, 'TriggerAuthentication').map(({ metadata }) => metadata.name);
      expect(authentications).toContain(trigger!.authenticationRef?.name);
    }
  });
});
