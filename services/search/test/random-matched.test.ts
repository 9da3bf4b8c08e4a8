import { SIGNAL_FIELDS } from '@heliograph/contract';
import { dayOf, findPage, readQuery } from '@heliograph/read-model';
import fc from 'fast-check';
import { itemsJson, itemsWithMatches } from '../src/engine/items-json';
import { queries, TODAY } from './support/arbitrary';
import { bruteForceMatched } from './support/brute-force-matched';
import { changedCorpus, NOW, run } from './support/changed-corpus';
import { wireFilters } from './support/wire-filters';

const FIXED_SEED = 20261123;
const QUERIES = 200;

const textQueries = queries.filter(({ q, all, any, exact, searchGroups }) =>
  [q, all, any, exact, searchGroups].some((filter) => filter !== undefined),
);

test('random queries explain title matches like the definition, with the selected fields', () => {
  const { corpus } = changedCorpus(FIXED_SEED, 1);
  let matches = 0;
  fc.assert(
    fc.property(textQueries, fc.subarray([...SIGNAL_FIELDS]), (plain, fields) => {
      const filters = wireFilters(plain);
      const { found } = run(
        findPage(readQuery(filters, dayOf(TODAY)), { limit: 50 }, corpus.at(NOW.getTime())),
      );
      const whole = JSON.parse(itemsJson(found, []).toString()) as { title: string }[];
      const expected = whole.map((item) => {
        const chosen = Object.entries(item).filter(
          ([name]) => fields.length === 0 || name === 'id' || (fields as string[]).includes(name),
        );
        return { ...Object.fromEntries(chosen), matched: bruteForceMatched(item.title, plain) };
      });
      matches += expected.reduce((sum, { matched }) => sum + matched.length, 0);
      expect(JSON.parse(run(itemsWithMatches(found, filters, fields)).toString())).toEqual(expected);
    }),
    { numRuns: QUERIES, seed: FIXED_SEED },
  );
  expect(matches).toBeGreaterThan(QUERIES);
});
