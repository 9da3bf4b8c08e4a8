import type { Random } from './random';

/** The categories of the sample corpus and how often each is reported. */
const CATEGORY_WEIGHTS: readonly (readonly [category: string, weight: number])[] = [
  ['hiring', 34],
  ['product-launch', 16],
  ['funding', 13],
  ['partnership', 8],
  ['expansion', 6],
  ['leadership', 6],
  ['acquisition', 4],
  ['grant', 4],
  ['contract-win', 3],
  ['award', 2],
  ['layoffs', 2],
  ['regulation', 1.5],
  ['accelerator', 1.5],
  ['ipo', 0.8],
  ['closure', 0.4],
];

/** One activity: its category and its days. */
export interface TimelineEntry {
  category: string;
  /** Days before today; 0 or less only for scheduled ones. */
  daysAgo: number;
  /** Days from the activity to its publication. */
  publishedAfterDays: number;
}

const OLDEST_DAYS = 365;

/**
 * Draws a company's timeline. Some companies follow a plot, so that their activities belong together: after a funding
 * round come hires and new offices, and after layoffs perhaps a new chief and a shutdown.
 *
 * @param count minimum number of entries.
 */
export function drawTimeline(random: Random, count: number): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  const add = (category: string, daysAgo: number) => {
    if (daysAgo >= 1 && daysAgo <= OLDEST_DAYS) entries.push(published(random, category, daysAgo));
  };
  const plot = random.weighted([
    ['growth', 30],
    ['decline', 5],
    ['none', 65],
  ] as const);
  if (plot === 'growth') {
    const start = drawAge(random);
    add('funding', start);
    for (let openings = random.integer(1, 3); openings > 0; openings--)
      add('hiring', start - random.integer(2, 40));
    add('expansion', start - random.integer(10, 60));
  }
  if (plot === 'decline') {
    const start = drawAge(random);
    add('layoffs', start);
    add('leadership', start - random.integer(3, 30));
    add('closure', start - random.integer(30, 80));
  }
  while (entries.length < count) {
    const category = random.weighted(CATEGORY_WEIGHTS);
    entries.push(
      random.chance(0.008) ? unpublished(random, category) : published(random, category, drawAge(random)),
    );
  }
  return entries;
}

/**
 * Two thirds of all activities fall into the last eleven weeks, some of them into the last days, and the rest into the
 * year before.
 */
function drawAge(random: Random): number {
  const [low, high] = random.weighted([
    [[1, 7] as const, 14],
    [[8, 30] as const, 26],
    [[31, 80] as const, 30],
    [[81, 90] as const, 4],
    [[91, OLDEST_DAYS] as const, 26],
  ]);
  return random.integer(low, high);
}

function published(random: Random, category: string, daysAgo: number): TimelineEntry {
  // Published before today begins, at any time of day.
  return {
    category,
    daysAgo,
    publishedAfterDays: Math.min(random.pick([0, 0, 0, 0, 1, 1, 2, 3]), daysAgo - 1),
  };
}

function unpublished(random: Random, category: string): TimelineEntry {
  const daysAgo = random.integer(-3, 0);
  return { category, daysAgo, publishedAfterDays: daysAgo + random.integer(2, 45) };
}
