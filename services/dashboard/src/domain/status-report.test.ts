import { statusReport, type ServiceHealth } from './status-report';

const fine: ServiceHealth = {
  down: new Set(),
  semanticSearch: 'available',
  restriction: null,
  notice: null,
  atMs: Date.parse('2026-11-25T12:00:00Z'),
};
const statesOf = (found: Partial<ServiceHealth>) => {
  const { state, components } = statusReport({ ...fine, ...found });
  return [state, ...components.map((component) => component.state)];
};

it.each<[string, Partial<ServiceHealth>, string]>([
  ['everything', {}, 'operational: operational operational operational operational operational operational'],
  [
    'no search',
    { down: new Set(['search']), semanticSearch: 'unavailable' },
    'degraded: unavailable unavailable operational operational operational operational',
  ],
  [
    'search by words only',
    { semanticSearch: 'unavailable' },
    'degraded: operational unavailable operational operational operational operational',
  ],
  [
    'an installation without semantic search',
    { semanticSearch: 'not_offered' },
    'operational: operational not_offered operational operational operational operational',
  ],
  [
    'usage by day',
    { down: new Set(['metering']) },
    'degraded: operational operational operational degraded operational operational',
  ],
  [
    'no webhooks',
    { down: new Set(['notifier']) },
    'degraded: operational operational operational operational unavailable operational',
  ],
  [
    'nothing, without the ledger',
    { down: new Set(['ledger']) },
    'unavailable: unavailable unavailable unavailable unavailable unavailable unavailable',
  ],
])('describes %s in users\u2019 words', (_what, found, expected) => {
  const [state, ...components] = statesOf(found);
  expect(`${state}: ${components.join(' ')}`).toBe(expected);
});

it('is unavailable as a whole while access is restricted', () => {
  const restriction = { text: 'We move house.', since: null };
  expect(statusReport({ ...fine, restriction })).toMatchObject({ state: 'unavailable', restriction });
});

it('has the time of the check and names no service', () => {
  const report = statusReport(fine);
  expect(report.checkedAt).toBe('2026-11-25T12:00:00.000Z');
  expect(JSON.stringify(report)).not.toMatch(/identity|ledger|metering|notifier/);
});
