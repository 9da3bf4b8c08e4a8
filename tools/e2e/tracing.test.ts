import { TraceCollector } from '@heliograph/testing';
import { companies, signals } from './support/fixture';
import { importCorpus } from './support/corpus';
import { System } from './support/system';

it('one search is one trace across the processes, complete when the system has stopped', async () => {
  const collector = await TraceCollector.start();
  // Spans are sent when a process stops, so the test does not wait for an interval.
  const system = await System.start({
    args: ['--empty'],
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '600000' },
  });
  try {
    await importCorpus(system, { companies, signals });
    const client = await system.newClient({ usd: 1 });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const response = await client.search(
      { q: 'robots', limit: 1 },
      { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    );
    expect(response.body.data.items).toHaveLength(1);
    expect(collector.posts).toEqual([]);
    expect(await system.stop()).toBe(0);

    const spans = collector.spans.filter((span) => span.traceId === traceId);
    const root = spans.find((span) => span.parentSpanId === '00f067aa0ba902b7');
    expect(root).toMatchObject({ service: 'gateway', name: 'GET /api/v1/signals' });
    const hops = spans
      .filter((span) => span.parentSpanId === root?.spanId)
      .map((call) => {
        const served = spans.find((span) => span.parentSpanId === call.spanId);
        return `${call.service} -> ${served?.service}: ${served?.name}`;
      });
    expect(hops.sort()).toEqual([
      'gateway -> identity: heliograph.identity.v1.IdentityService/Authenticate',
      'gateway -> ledger: heliograph.ledger.v1.LedgerService/Charge',
      // On a credential's first search: checks for available funds.
      'gateway -> ledger: heliograph.ledger.v1.LedgerService/GetUsage',
      'gateway -> search: heliograph.search.v1.SearchService/Search',
    ]);
    const sent = collector.bodies.join('');
    expect(sent).not.toContain('robots');
    expect(sent).not.toContain(client.key);
  } finally {
    await system.destroy();
    await collector.stop();
  }
});
