import { describeWith } from '@heliograph/testing';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import {
  ALERT_TESTS,
  readAlerts,
  RULE_FILES,
  runbookAnchors,
  runbookSection,
  SCRAPE_EXAMPLE,
} from './support/files';

const RUNBOOKS = 'docs/operations/runbooks.md#';
const alerts = readAlerts();

it('has alerts with distinct names', () => {
  expect(alerts.length).toBeGreaterThan(20);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
});

it.each(alerts)(
  '$alert states its severity, its meaning, and where to read more',
  ({ alert, labels, annotations }) => {
    expect(['critical', 'warning']).toContain(labels?.severity);
    expect(annotations?.summary).toMatch(/\S/);
    expect(annotations?.description).toMatch(/\S/);
    expect(annotations?.runbook_url).toBe(`${RUNBOOKS}${alert.toLowerCase()}`);
    expect(runbookAnchors()).toContain(annotations?.runbook_url?.slice(RUNBOOKS.length));
    // A heading without content does not help on call.
    expect(runbookSection(alert)?.trim().length).toBeGreaterThan(100);
  },
);

it.each(alerts)('$alert fires in a promtool test', ({ alert }) => {
  const tests = ALERT_TESTS.flatMap((file) => readFileSync(file, 'utf8').split(/^ {6}- expr: /m));
  const firing = tests.filter((test) => test.includes(`alertname="${alert}"`) && test.includes('value: 1'));
  expect(firing.length).toBeGreaterThan(0);
});

describeWith('promtool', 'promtool', () => {
  const promtool = (...args: string[]) => promisify(execFile)(process.env.PROMTOOL || 'promtool', args);

  it('accepts the rules', async () => {
    const { stdout } = await promtool('check', 'rules', ...RULE_FILES);
    expect(stdout).not.toContain('FAILED');
  });

  it('accepts the scrape configuration', async () => {
    await expect(promtool('check', 'config', '--syntax-only', SCRAPE_EXAMPLE)).resolves.toBeDefined();
  });

  it('sees each alert fire when it should, and only then', async () => {
    await expect(promtool('test', 'rules', ...ALERT_TESTS)).resolves.toBeDefined();
    // Takes seconds alone, and half a minute alongside other tests.
  }, 240_000);
});
