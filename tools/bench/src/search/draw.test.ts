import { words } from '@heliograph/words';
import { syntheticSignals } from '@heliograph/testing';
import { Draw } from './draw';
import { classesOf, QUERY_CLASSES } from './query-classes';
import type { CorpusSample } from './corpus-sample';

const titles = ['新能源汽车公司', '東京のロボット'];

function sampleOf(signals: number): CorpusSample {
  const drawn = [...syntheticSignals({ signals })].map((signal, index) => {
    const title = titles[index % 20] ?? signal.title;
    return { ...signal, title, words: words(title), country: signal.country ?? 'Country 1' };
  });
  return { total: drawn.length, signals: drawn };
}

const sample = sampleOf(12_000);
const classes = classesOf(new Draw(sample, 1));
const queriesOf = (name: string) => classes.find((each) => each.name === name)!.queries;
const holding = (wanted: readonly string[]) =>
  sample.signals.filter((signal) => wanted.every((word) => signal.words.includes(word)));

test('every class has queries, which the same seed reproduces', () => {
  expect(classes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(QUERY_CLASSES.map(({ name }) => name)),
  );
  expect(classesOf(new Draw(sample, 1))).toEqual(classes);
  expect(classesOf(new Draw(sample, 2))).not.toEqual(classes);
});

test('words are distinct and as common as their class says', () => {
  const shares = (name: string) => queriesOf(name).map(({ q }) => holding([q!]).length / sample.total);
  for (const share of shares('very common word')) expect(share).toBeGreaterThanOrEqual(0.03);
  for (const share of shares('common word')) {
    expect(share).toBeGreaterThanOrEqual(0.002);
    expect(share).toBeLessThan(0.03);
  }
  for (const share of shares('rare word')) expect(share * sample.total).toBeLessThanOrEqual(2);
  for (const { name, queries } of classes.filter((each) => each.name !== 'all in turn')) {
    expect([name, new Set(queries.map((query) => JSON.stringify(query))).size]).toEqual([
      name,
      queries.length,
    ]);
  }
});

test('phrases and letters occur in titles, words together in one title', () => {
  const normal = sample.signals.map((signal) => ` ${signal.words.join(' ')} `);
  for (const { q } of queriesOf('phrase of three words')) {
    expect(normal.some((title) => title.includes(` ${q!.replaceAll('"', '')} `))).toBe(true);
  }
  for (const { q } of queriesOf('two letters, unspaced')) {
    expect([...q!]).toHaveLength(2);
    expect(titles.some((title) => title.includes(q!))).toBe(true);
  }
  for (const { q } of queriesOf('two words')) expect(holding(q!.split(' ')).length).toBeGreaterThan(0);
});

test('a hundredth page has enough matches before it', () => {
  for (const { q, page, limit } of queriesOf('page 100')) {
    expect(holding([q!]).length).toBeGreaterThan((Number(page) - 1) * Number(limit));
  }
});

test('a class is absent where the corpus lacks its script or a common word', () => {
  const plain = sample.signals.filter(({ title }) => !titles.includes(title)).slice(0, 50);
  const names = classesOf(new Draw({ total: 50, signals: plain }, 1)).map(({ name }) => name);
  expect(names).not.toContain('two letters, unspaced');
  expect(names).not.toContain('page 100');
  expect(names).toContain('rare word');
});
