import { randomNumbers } from '@heliograph/testing';
import type { CorpusSample, SampledSignal } from './corpus-sample';

/** How many signals contain a word. */
export type Frequency = 'rare' | 'common' | 'very common';

const COMMON_SHARE = 0.002;
const VERY_COMMON_SHARE = 0.03;
/** A word is rare in at most this many of the sample's signals. */
const RARE_SIGNALS = 2;
/** With fewer very common words than this, the most common ones that exist are used. */
const MINIMUM_VERY_COMMON = 8;
const MAXIMUM_TRIES = 1_000;

/** Letters of scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}/gu;

/**
 * Draws parts of queries from a corpus, the same for the same seed. Each word of a frequency is drawn once before any
 * repeats; parts of titles are drawn as often as they occur in titles.
 */
export class Draw {
  private readonly random: () => number;
  private readonly bags: Record<Frequency, string[]>;
  private readonly next: Record<Frequency, number> = { rare: 0, common: 0, 'very common': 0 };
  private readonly shares = new Map<string, number>();
  private readonly byCompany: SampledSignal[][];
  private readonly unspacedTitles: string[];

  constructor(
    readonly sample: CorpusSample,
    seed: number,
  ) {
    this.random = randomNumbers(seed);
    const { signals } = sample;
    const counts = new Map<string, number>();
    for (const each of signals)
      for (const word of new Set(each.words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const byFrequency = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    for (const [word, count] of byFrequency) this.shares.set(word, count / signals.length);
    const between = (minimum: number, maximum: number) =>
      byFrequency
        .map(([word]) => word)
        .filter((word) => this.shareOf(word) >= minimum && this.shareOf(word) < maximum);
    const veryCommon = between(VERY_COMMON_SHARE, Infinity);
    this.bags = {
      rare: this.shuffled(byFrequency.filter(([, count]) => count <= RARE_SIGNALS).map(([word]) => word)),
      common: this.shuffled(between(COMMON_SHARE, VERY_COMMON_SHARE)),
      'very common': this.shuffled(
        veryCommon.length >= MINIMUM_VERY_COMMON
          ? veryCommon
          : byFrequency.slice(0, MINIMUM_VERY_COMMON).map(([word]) => word),
      ),
    };
    this.byCompany = groupedByCompany(signals).filter(({ length }) => length > 1);
    this.unspacedTitles = signals.map(({ title }) => title).filter((title) => title.search(UNSPACED) >= 0);
  }

  /** An integer from 0 to `end`, exclusive. */
  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  /** The share of signals that contain a word. */
  shareOf(word: string): number {
    return this.shares.get(word) ?? 0;
  }

  word(frequency: Frequency): string | undefined {
    const bag = this.bags[frequency];
    return bag.length === 0 ? undefined : bag[this.next[frequency]++ % bag.length];
  }

  /** Different words of the same frequency. */
  words(frequency: Frequency, count: number): string[] | undefined {
    const drawn = new Set<string>();
    for (let tries = 0; drawn.size < count && tries < MAXIMUM_TRIES; tries++) {
      const word = this.word(frequency);
      if (word !== undefined) drawn.add(word);
    }
    return drawn.size === count ? [...drawn] : undefined;
  }

  signal(): SampledSignal | undefined {
    return this.oneOf(this.sample.signals);
  }

  /** Distinct words of one title, in any order. */
  wordsOfTitle(count: number): string[] | undefined {
    return this.attempt(() => {
      const different = this.shuffled([...new Set(this.signal()?.words)]);
      return different.length >= count ? different.slice(0, count) : undefined;
    });
  }

  /** Adjacent words of a title. */
  phrase(count: number): string | undefined {
    return this.attempt(() => {
      const all = this.signal()?.words ?? [];
      if (all.length < count) return undefined;
      const from = this.below(all.length - count + 1);
      return all.slice(from, from + count).join(' ');
    });
  }

  /** Adjacent letters of a title in a script without spaces. */
  letters(count: number): string | undefined {
    if (this.unspacedTitles.length === 0) return undefined;
    return this.attempt(() => {
      const runs = this.oneOf(this.unspacedTitles)!.match(UNSPACED) ?? [];
      const letters = [...(this.oneOf(runs) ?? '')];
      if (letters.length < count) return undefined;
      const from = this.below(letters.length - count + 1);
      return letters.slice(from, from + count).join('');
    });
  }

  /** Distinct words, each from a different title of the same company. */
  wordsOfCompany(count: number): string[] | undefined {
    return this.attempt(() => {
      const signals = this.shuffled(this.oneOf(this.byCompany) ?? []).slice(0, count);
      const drawn = new Set(signals.flatMap((each) => this.oneOf(each.words) ?? []));
      return drawn.size === count ? [...drawn] : undefined;
    });
  }

  /** The dates of two signals, earlier first. */
  days(): { dateFrom: string; dateTo: string } | undefined {
    const [dateFrom, dateTo] = [this.signal(), this.signal()].map((each) => each?.activityDate).sort();
    return dateFrom === undefined || dateTo === undefined ? undefined : { dateFrom, dateTo };
  }

  /** Country and category of one signal. */
  place(): { country: string; category: string } | undefined {
    return this.attempt(() => {
      const { country, category } = this.signal() ?? {};
      return country === undefined || category === undefined ? undefined : { country, category };
    });
  }

  private oneOf<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  private shuffled<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
    }
    return shuffled;
  }

  private attempt<Result>(once: () => Result | undefined): Result | undefined {
    for (let tries = 0; tries < MAXIMUM_TRIES; tries++) {
      const result = once();
      if (result !== undefined) return result;
    }
    return undefined;
  }
}

function groupedByCompany(signals: readonly SampledSignal[]): SampledSignal[][] {
  const groups = new Map<string, SampledSignal[]>();
  for (const signal of signals) {
    const group = groups.get(signal.companySlug);
    if (group) group.push(signal);
    else groups.set(signal.companySlug, [signal]);
  }
  return [...groups.values()];
}
