import type { CompanyRecord, SignalRecord } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { randomNumbers } from '@heliograph/testing';
import { words } from '@heliograph/words';

interface Item {
  signal: SignalRecord;
  company: CompanyRecord;
}

type DrawnFilters = Partial<search.Filters>;

/** Skips this many of the most common title words as single-word searches. */
const COMMON_WORDS = 200;
const COUNTED_TITLES = 20_000;

/**
 * Draws realistic saved searches from a corpus, the same for the same seed: words and phrases as often as they occur in
 * titles, without the most common ones; companies; and selective filters, alone or combined with words.
 */
export class SavedSearches {
  private readonly random: () => number;
  private readonly common: ReadonlySet<string>;
  private readonly shapes: readonly { share: number; draw: () => DrawnFilters }[];

  constructor(
    private readonly items: readonly Item[],
    seed: number,
  ) {
    this.random = randomNumbers(seed);
    this.common = commonWords(items);
    this.shapes = [
      { share: 0.3, draw: () => ({ q: this.words(2).join(' ') }) },
      { share: 0.1, draw: () => ({ q: this.words(1).join(' ') }) },
      { share: 0.15, draw: () => ({ exact: this.phrase() }) },
      {
        share: 0.1,
        draw: () => ({ any: this.words(3).join(','), categories: [this.item().signal.category] }),
      },
      { share: 0.15, draw: () => ({ companies: this.several(5, () => this.item().company.slug) }) },
      {
        share: 0.1,
        draw: () => ({ q: `${this.words(1)[0]} -${this.words(1)[0]}`, days: 30, ...this.place() }),
      },
      { share: 0.1, draw: () => this.filters() },
    ];
  }

  draw(): search.Filters {
    let place = this.random();
    const shape = this.shapes.find(({ share }) => (place -= share) < 0) ?? this.shapes[0]!;
    return search.Filters.fromPartial(shape.draw());
  }

  private filters(): DrawnFilters {
    const { signal, company } = this.item();
    const hired = signal.hiring?.functions?.[0];
    return {
      ...this.place(),
      ...(hired ? { hiringFunctions: [hired] } : { categories: [signal.category] }),
      industries: (signal.industries ?? company.industries ?? []).slice(0, 1),
    };
  }

  private place(): DrawnFilters {
    const { signal, company } = this.item();
    const country = signal.country ?? company.country;
    return country === undefined ? {} : { country };
  }

  /** Words from one title. */
  private words(maximum: number): string[] {
    for (;;) {
      const rare = words(this.item().signal.title).filter((word) => !this.common.has(word));
      const from = Math.floor(this.random() * rare.length);
      if (rare.length > 0) return rare.slice(from, from + maximum);
    }
  }

  private phrase(): string {
    for (;;) {
      const all = words(this.item().signal.title);
      const from = Math.floor(this.random() * (all.length - 1));
      const phrase = all.slice(from, from + 2);
      if (phrase.some((word) => !this.common.has(word))) return phrase.join(' ');
    }
  }

  private several<Value>(maximum: number, draw: () => Value): Value[] {
    return Array.from({ length: 1 + Math.floor(this.random() * maximum) }, draw);
  }

  private item(): Item {
    return this.items[Math.floor(this.random() * this.items.length)]!;
  }
}

function commonWords(items: readonly Item[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { signal } of items.slice(0, COUNTED_TITLES)) {
    for (const word of new Set(words(signal.title))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const byFrequency = [...counts].sort(([, one], [, other]) => other - one);
  return new Set(byFrequency.slice(0, COMMON_WORDS).map(([word]) => word));
}
