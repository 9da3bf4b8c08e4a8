/** Round step sizes within each power of ten. */
const ROUND_STEPS = [1, 2, 5, 10];
/** Days between two dates on the axis; whole weeks for long ranges. */
const DAY_STEPS = [1, 2, 7, 14, 28];

/**
 * Evenly spaced whole numbers from zero up to the first that reaches the highest value.
 *
 * @param highest the highest value drawn; not negative.
 * @param steps the most steps; 1 or more.
 */
export function evenTicks(highest: number, steps: number): number[] {
  const least = Math.max(1, highest / steps);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ROUND_STEPS.map((factor) => factor * power).find((each) => each >= least)!;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Some of the dates, evenly spaced back from the last. @param most the most to return; 2 or more. */
export function evenDates(dates: readonly string[], most: number): string[] {
  const step = DAY_STEPS.find((days) => Math.ceil(dates.length / days) <= most) ?? dates.length;
  return dates.filter((_, index) => (dates.length - 1 - index) % step === 0);
}
