import type { ComponentState, ComponentStatus, StatusMessage, StatusReport } from '@heliograph/dashboard-api';

/** What is known about the services behind the dashboard. */
export interface ServiceHealth {
  /** Internal names of services that are not ready. */
  down: ReadonlySet<string>;
  semanticSearch: 'available' | 'unavailable' | 'not_offered';
  restriction: StatusMessage | null;
  notice: StatusMessage | null;
  /** Milliseconds since the Unix epoch. */
  atMs: number;
}

interface Component extends Pick<ComponentStatus, 'id' | 'name'> {
  /** Internal names of services; if one is down, the component is down. */
  required: readonly string[];
  /** If one of these is down, the component works only in part. */
  optional?: readonly string[];
}

/** Every request is authenticated and charged. */
const EVERYWHERE = ['identity', 'ledger'];

const COMPONENTS: readonly Component[] = [
  { id: 'search', name: 'Search', required: ['search', ...EVERYWHERE] },
  { id: 'semantic_search', name: 'Semantic search', required: ['search', ...EVERYWHERE] },
  { id: 'companies', name: 'Companies', required: ['company', ...EVERYWHERE] },
  { id: 'billing', name: 'Billing and usage', required: EVERYWHERE, optional: ['metering'] },
  { id: 'webhooks', name: 'Webhooks', required: ['notifier', ...EVERYWHERE] },
  { id: 'dashboard', name: 'Dashboard', required: EVERYWHERE },
];

/** The status page's content, in users' terms: it never names the services behind it. */
export function statusReport({
  down,
  semanticSearch,
  restriction,
  notice,
  atMs,
}: ServiceHealth): StatusReport {
  const components = COMPONENTS.map(({ id, name, required, optional = [] }): ComponentStatus => {
    if (id === 'semantic_search' && semanticSearch === 'not_offered')
      return { id, name, state: 'not_offered' };
    const isSemanticUnavailable = id === 'semantic_search' && semanticSearch !== 'available';
    if (isSemanticUnavailable || required.some((service) => down.has(service)))
      return { id, name, state: 'unavailable' };
    return { id, name, state: optional.some((service) => down.has(service)) ? 'degraded' : 'operational' };
  });
  return {
    state: restriction ? 'unavailable' : overallState(components.map(({ state }) => state)),
    components,
    restriction,
    notice,
    checkedAt: new Date(atMs).toISOString(),
  };
}

function overallState(states: readonly ComponentState[]): StatusReport['state'] {
  const offered = states.filter((state) => state !== 'not_offered');
  if (offered.every((state) => state === 'operational')) return 'operational';
  return offered.every((state) => state === 'unavailable') ? 'unavailable' : 'degraded';
}
