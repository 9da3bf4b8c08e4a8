import type { Result } from 'axe-core';
import { readFileSync } from 'node:fs';

/** A page of a browser; playwright's. */
interface Page {
  evaluate(script: string): Promise<unknown>;
}

let source: string | undefined;

/** What axe finds on a page as it is, one rule and element per line; none if all is well. */
export async function axeViolations(page: Page): Promise<string[]> {
  source ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  // Everything else in axe's results takes as long as its checks.
  const violations = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Result[];
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target }) => `${id} (${String(impact)}): ${String(target)}`),
  );
}
