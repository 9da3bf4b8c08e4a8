import { FACET_NAMES, facetLabel } from '@heliograph/contract';
import type { Facets } from '@heliograph/sdk';
import { number } from '../account/funds';
import { csvLine, tsvLine } from './delimited';
import { displayWidth, padStart } from './display-width';
import { printable } from './printable';
import type { Terminal } from './terminal';

const HEADINGS = ['facet', 'value', 'label', 'count'];

/** Prints a count and its facets: a list per facet in tables, a line per value for programs. */
export function printFacets(terminal: Terminal, total: number, facets: Facets): Promise<void> {
  if (terminal.format === 'table') return terminal.writeLine(facetsTable(terminal, total, facets));
  const line = terminal.format === 'csv' ? csvLine : tsvLine;
  const lines = FACET_NAMES.flatMap((name) =>
    (facets[name]?.values ?? []).map(({ value, label, count }) => line([name, value, label, count])),
  );
  return terminal.write([line(HEADINGS), ...lines].join(''));
}

function facetsTable(terminal: Terminal, total: number, facets: Facets): string {
  const parts = FACET_NAMES.flatMap((name) => {
    const facet = facets[name];
    if (!facet) return [];
    const counts = facet.values.map(({ count }) => number(count));
    const width = Math.max(0, ...counts.map(displayWidth));
    return [
      '',
      terminal.colors.bold(facetLabel(name)),
      ...facet.values.map(({ label }, index) => `${padStart(counts[index]!, width)}  ${printable(label)}`),
      ...(facet.more ? ['… and others'] : []),
    ];
  });
  return [number(total), ...parts].join('\n');
}
