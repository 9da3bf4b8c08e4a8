import { WrittenUrls } from './written-urls';

it('knows what was written, also when it is reported after something newer was written', () => {
  const written = new WrittenUrls('?q=a');
  expect(written.report('?q=a')).toBe(true);
  written.add('?q=ab');
  written.add('?q=abc');
  expect(written.report('?q=ab')).toBe(true);
  expect(written.latest).toBe('?q=abc');
  expect(written.report('?q=abc')).toBe(true);
});

it('knows the last of several when the others are never reported', () => {
  const written = new WrittenUrls('?q=a');
  written.add('?q=ab');
  written.add('?q=abc');
  expect(written.report('?q=abc')).toBe(true);
});

it('says that the user chose what was written and reported before', () => {
  const written = new WrittenUrls('?q=a');
  written.add('?q=ab');
  expect(written.report('?q=ab')).toBe(true);
  expect(written.report('?q=a')).toBe(false);
  expect(written.latest).toBe('?q=a');
  expect(written.report('?q=ab')).toBe(false);
});

it('distinguishes two writes of the same', () => {
  const written = new WrittenUrls('?q=a');
  written.add('?q=ab');
  written.add('?q=a');
  expect(written.report('?q=ab')).toBe(true);
  expect(written.report('?q=a')).toBe(true);
  expect(written.report('?q=ab')).toBe(false);
});
