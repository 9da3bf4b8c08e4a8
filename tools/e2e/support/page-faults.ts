import axe from 'axe-core';
import type { Person } from './user-browser';

/**
 * What axe finds serious or worse on the current page, and how far it scrolls sideways; one per line, none if all is
 * well.
 */
export async function pageFaultsOf({ page }: Person): Promise<string[]> {
  // A dialog has less contrast while it fades in. Does not wait for endless animations (a spinner).
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => undefined)))`);
  await page.evaluate(axe.source);
  const results = await page.evaluate<axe.AxeResults>('axe.run()');
  const faults = results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id}: ${String(target)}`));
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (overflow > 0) faults.push(`${page.url()} scrolls sideways by ${overflow} px`);
  return faults;
}
