import type { Result } from 'axe-core';
import { readFileSync } from 'node:fs';

/** The part of Playwright's `Page` used here. */
interface Page {
  evaluate(script: string): Promise<unknown>;
}

let source: string | undefined;

/** axe's violations on a page in its current state, one rule and element each; empty if there are none. */
export async function axeViolations(page: Page): Promise<string[]> {
  source ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  // Collecting axe's other results takes as long as its checks.
  const violations = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Result[];
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target }) => `${id} (${String(impact)}): ${String(target)}`),
  );
}
