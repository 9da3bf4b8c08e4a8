import { axeViolations } from '@heliograph/testing';
import type { Person } from './user-browser';

/** axe's violations on the current page, and how far it scrolls sideways, one entry each; empty if there are none. */
export async function pageIssuesOf({ page }: Person): Promise<string[]> {
  // A dialog has less contrast while it fades in. Does not wait for endless animations (a spinner).
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => undefined)))`);
  const issues = await axeViolations(page);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (overflow > 0) issues.push(`scrolls sideways by ${overflow} px`);
  return issues.map((issue) => `${page.url()} ${issue}`);
}
