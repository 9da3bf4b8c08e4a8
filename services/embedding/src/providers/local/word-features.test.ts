import { wordFeatures } from './word-features';

function cosine(one: string, other: string): number {
  const [a, b] = [wordFeatures(one), wordFeatures(other)];
  const dot = a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}

it('says nothing of words that are everywhere', () => {
  expect(wordFeatures('The with, and THE').every((value) => value === 0)).toBe(true);
  expect(wordFeatures('').every((value) => value === 0)).toBe(true);
});

it.each([
  ['Acme raises money', 'MONEY for acme'],
  ['hiring engineers', 'an engineer was hired'],
  ['Ünïcødé café', 'unicødé CAFE'],
  ['Zigzagvane and the rest', 'the rest of Zigzagvane'],
  ['云鲸飞船科技启动校园招聘', '校园招聘'],
  ['もち電機、東京で募集', '東京'],
])('%j is near %j', (one, other) => {
  expect(cosine(one, other)).toBeGreaterThan(0.35);
});

it.each([
  ['Zigzagvane', 'Quibblesnoot'],
  ['云鲸飞船', '반디해파리'],
  ['robots', 'insurance'],
])('%j is not near %j', (one, other) => {
  expect(Math.abs(cosine(one, other))).toBeLessThan(0.3);
});
