import { Random } from './random';

const draw = (random: Random, count = 5) => Array.from({ length: count }, () => random.integer(0, 1_000_000));

it('returns the same numbers for the same seed and others for another', () => {
  expect(draw(new Random(7))).toEqual(draw(new Random(7)));
  expect(draw(new Random(7))).not.toEqual(draw(new Random(8)));
});

it('forks sequences that do not depend on earlier draws', () => {
  const used = new Random(7);
  draw(used);
  expect(draw(used.fork('client 1'))).toEqual(draw(new Random(7).fork('client 1')));
  expect(draw(used.fork('client 1'))).not.toEqual(draw(used.fork('client 2')));
});

it('reaches both ends and nothing beyond', () => {
  const random = new Random(1);
  const drawn = new Set(Array.from({ length: 1_000 }, () => random.integer(3, 5)));
  expect([...drawn].sort()).toEqual([3, 4, 5]);
});

it('shuffles without losing anything', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const shuffled = new Random(3).shuffle(items);
  expect(shuffled).not.toEqual(items);
  expect([...shuffled].sort((left, right) => left - right)).toEqual(items);
});
