import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../..');
export const ALERT_TESTS = ['alerts', 'alerts-after-a-day'].map((name) =>
  join(ROOT, `test/${name}.test.yaml`),
);
/** The rules and dashboards are part of the chart. */
const FILES = resolve(ROOT, '../charts/heliograph/files');
export const RULE_FILES = ['alerts.yaml', 'recording.yaml'].map((name) => join(FILES, 'prometheus', name));
export const SCRAPE_EXAMPLE = join(ROOT, 'scrape-example.yaml');

export interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface Alert extends Rule {
  alert: string;
}

interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { type: string; uid: string };
  gridPos: { h: number; w: number; x: number; y: number };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: {
    refId: string;
    expr: string;
    legendFormat: string;
    datasource: { type: string; uid: string };
  }[];
}

interface Dashboard {
  uid: string;
  title: string;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown; definition?: string }[] };
}

export function readRules(): Rule[] {
  return RULE_FILES.flatMap((path) => {
    const { groups } = parse(readFileSync(path, 'utf8')) as { groups: { rules: Rule[] }[] };
    return groups.flatMap(({ rules }) => rules);
  });
}

export function readAlerts(): Alert[] {
  return readRules().filter((rule): rule is Alert => rule.alert !== undefined);
}

/** By file name. */
export function readDashboards(): [string, Dashboard][] {
  const directory = join(FILES, 'grafana');
  return readdirSync(directory).map((name) => [
    name,
    JSON.parse(readFileSync(join(directory, name), 'utf8')) as Dashboard,
  ]);
}

/** The ids of the headings in docs/operations/runbooks.md when rendered. */
export function runbookAnchors(): Set<string> {
  const text = readFileSync(resolve(ROOT, '../docs/operations/runbooks.md'), 'utf8');
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The text of a section in docs/operations/runbooks.md, up to the next heading; undefined when it is missing. */
export function runbookSection(heading: string): string | undefined {
  const text = readFileSync(resolve(ROOT, '../docs/operations/runbooks.md'), 'utf8');
  return new RegExp(`^#+ ${heading}\\n([^]*?)(?=^#|$(?![^]))`, 'm').exec(text)?.[1];
}
