import { suggest, type NamedKind } from '@heliograph/read-model';
import { words } from '@heliograph/words';
import fc from 'fast-check';
import { companies } from './support/arbitrary';
import { wordsIn, type PlainSignal } from './support/brute-force';
import { bruteForceFacet } from './support/brute-force-facets';
import { changedCorpus, NOW, run } from './support/changed-corpus';

const CORPORA = 4;
const PREFIXES_OF_CORPUS = 150;
const FIXED_SEED = 20261123;

const kinds: NamedKind[] = ['company', 'country', 'city', 'industry', 'category'];

/** The definition, which shares no code with the program: facets without filters give counts, order, and values. */
function suggestions(signals: readonly PlainSignal[], kind: NamedKind, prefix: string, limit: number) {
  return bruteForceFacet(companies, signals, {}, kind, NOW)
    .values.filter(({ value, label = value }) => containsPrefix(wordsIn(label), wordsIn(prefix)))
    .slice(0, limit);
}

function containsPrefix(name: readonly string[], phrase: readonly string[]): boolean {
  return name.some((_, start) => {
    const there = name.slice(start, start + phrase.length);
    return (
      there.length === phrase.length &&
      there.every((word, index) =>
        index + 1 < phrase.length ? word === phrase[index] : word.startsWith(phrase[index]!),
      )
    );
  });
}

for (let round = 0; round < CORPORA; round++) {
  test(`suggestions from random corpus ${round} match the definition, for any part of a name`, () => {
    const seed = FIXED_SEED + round;
    const { corpus, signals } = changedCorpus(seed, round);
    const namesOf = (kind: NamedKind) =>
      bruteForceFacet(companies, signals, {}, kind, NOW).values.map(({ value, label = value }) => label);
    const asked = fc.constantFrom(...kinds).chain((kind) =>
      fc
        .tuple(fc.constantFrom(...namesOf(kind)), fc.nat(), fc.integer({ min: 1, max: 12 }), fc.boolean())
        .map(([name, start, length, upper]) => {
          const letters = Array.from(upper ? name.toUpperCase() : name);
          const prefix = letters.slice(start % letters.length, (start % letters.length) + length).join('');
          return { kind, prefix };
        })
        .filter(({ prefix }) => wordsIn(prefix).length > 0),
    );
    let found = 0;
    fc.assert(
      fc.property(asked, fc.constantFrom(1, 2, 20), ({ kind, prefix }, limit) => {
        const expected = suggestions(signals, kind, prefix, limit);
        found += expected.length;
        const request = { kind, words: words(prefix), others: [], limit };
        expect(run(suggest(request, corpus.at(NOW.getTime())))).toEqual(expected);
      }),
      { numRuns: PREFIXES_OF_CORPUS, seed },
    );
    expect(found).toBeGreaterThan(PREFIXES_OF_CORPUS / 3);
  });
}

test('values that the caller knows by other names are found beside those with the prefix, once', () => {
  const { corpus, signals } = changedCorpus(FIXED_SEED, 1);
  const all = bruteForceFacet(companies, signals, {}, 'country', NOW).values;
  const [first, second] = all;
  const asked = {
    kind: 'country' as const,
    words: words(first!.value),
    others: [second!.value, first!.value, 'nowhere'],
    limit: 20,
  };
  const found = run(suggest(asked, corpus.at(NOW.getTime()))).map(({ value }) => value);
  expect(found).toEqual(
    all
      .map(({ value }) => value)
      .filter(
        (value) =>
          value === second!.value ||
          suggestions(signals, 'country', first!.value, 20).some((each) => each.value === value),
      ),
  );
});
