import { readDashboards, readRules } from './support/files';

const GRID_COLUMNS = 24;
const dashboards = readDashboards();

it('are three, with unique ids', () => {
  expect(dashboards.map(([file]) => file)).toEqual(['money.json', 'overview.json', 'search.json']);
  expect(new Set(dashboards.map(([, { uid }]) => uid)).size).toBe(3);
  for (const [, { uid, title }] of dashboards) {
    expect(uid).toMatch(/^heliograph-[a-z]+$/);
    expect(title).toMatch(/^Heliograph \/ /);
  }
});

it('count as failures what the alerts count', () => {
  const responses = (expr: string | undefined) =>
    new Set(expr?.match(/heliograph_gateway_requests_total\{.*?\}/g));
  const rule = readRules().find(({ record }) => record === 'service:heliograph_gateway_failures:ratio5m');
  const [, overview] = dashboards.find(([file]) => file === 'overview.json')!;
  const panel = overview.panels.find(({ title }) => title === '5xx responses');
  expect(responses(panel?.targets?.[0]?.expr)).toEqual(responses(rule?.expr));
  expect(responses(rule?.expr).size).toBe(2);
});

describe.each(dashboards)('%s', (_file, { panels, templating }) => {
  const graphs = panels.filter(({ type }) => type !== 'row');

  it('lets its user choose the data source', () => {
    expect(templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource' }),
    );
    for (const { datasource, targets = [] } of graphs) {
      for (const used of [datasource, ...targets.map((target) => target.datasource)])
        expect(used).toEqual({ type: 'prometheus', uid: '${datasource}' });
    }
  });

  it('uses only its own variables', () => {
    const defined = templating.list.map(({ name }) => name);
    const used = [...JSON.stringify(panels).matchAll(/\$\{?([A-Za-z]\w*)/g)].map(([, name]) => name);
    expect(defined).toEqual(expect.arrayContaining(used));
  });

  it('gives each panel an id, a title, a unit, and data', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(graphs.map(({ title }) => title)).size).toBe(graphs.length);
    for (const { title, fieldConfig, targets = [] } of graphs) {
      expect(title).toMatch(/\S/);
      expect(fieldConfig?.defaults.unit).toMatch(/\S/);
      expect(targets.length).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
      for (const { legendFormat } of targets) expect(legendFormat).toMatch(/\S/);
    }
  });

  it('lays out its panels without overlap', () => {
    const cells = new Set<string>();
    for (const { title, gridPos } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(GRID_COLUMNS);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          const cell = `${x} ${y}`;
          expect({ title, isFree: !cells.has(cell) }).toEqual({ title, isFree: true });
          cells.add(cell);
        }
      }
    }
  });
});
