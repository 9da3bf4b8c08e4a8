import { indexDifferences } from './index-differences';

const at = (id: string, version: number) => ({ id, version });

it('finds missing, outdated, and excess points, and ignores pending changes', () => {
  const inCatalog = [at('1', 5), at('2', 5), at('3', 5), at('4', 9), at('5', 9), at('8', 8), at('9', 0)];
  const inIndex = [at('1', 5), at('2', 4), at('4', 3), at('6', 5), at('7', 2)];
  expect(indexDifferences(inCatalog, inIndex, 8)).toEqual({
    missing: ['2', '3', '8', '9'],
    surplus: [at('6', 5), at('7', 2)],
  });
});
