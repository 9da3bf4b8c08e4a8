import type { FacetName } from '@heliograph/contract';
import { countFacets, dayOf } from '@heliograph/read-model';
import fc from 'fast-check';
import { companies, queries, TODAY } from './support/arbitrary';
import { bruteForce } from './support/brute-force';
import { bruteForceFacet, facetNames } from './support/brute-force-facets';
import { changedCorpus, NOW, run } from './support/changed-corpus';
import { wireFilters } from './support/wire-filters';

const CORPORA = 4;
const QUERIES_OF_CORPUS = 100;
const FIXED_SEED = 20261122;

for (let round = 0; round < CORPORA; round++) {
  test(`random facets of random corpus ${round} count like the definition`, () => {
    const seed = FIXED_SEED + round;
    const { corpus, signals } = changedCorpus(seed, round);
    const names = fc.uniqueArray(fc.constantFrom(...facetNames), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(queries, names, (plain, facets) => {
        const snapshot = corpus.at(NOW.getTime());
        const counted = run(countFacets(wireFilters(plain), dayOf(TODAY), facets as FacetName[], snapshot));
        expect(counted).toEqual({
          total: bruteForce(companies, signals, plain, NOW).length,
          facets: facets.map((name) => bruteForceFacet(companies, signals, plain, name, NOW)),
        });
      }),
      { numRuns: QUERIES_OF_CORPUS, seed },
    );
  });
}
