import { WrittenUrls } from './written-urls';

it('recognizes what was written, even if it is reported after something newer was written', () => {
  const written = new WrittenUrls('?q=a');
  expect(written.report('?q=a')).toBe(true);
  written.add('?q=ab');
  written.add('?q=abc');
  expect(written.report('?q=ab')).toBe(true);
  expect(written.latest).toBe('?q=abc');
  expect(written.report('?q=abc')).toBe(true);
});

it('recognizes the last of several if the others are never reported', () => {
  const written = new WrittenUrls('?q=a');
  written.add('?q=ab');
  written.add('?q=abc');
  expect(written.report('?q=abc')).toBe(true);
});

it('attributes to the user what was written and already reported', () => {
  const written = new WrittenUrls('?q=a');
  written.add('?q=ab');
  expect(written.report('?q=ab')).toBe(true);
  expect(written.report('?q=a')).toBe(false);
  expect(written.latest).toBe('?q=a');
  expect(written.report('?q=ab')).toBe(false);
});

it('tells two writes of the same URL apart', () => {
  const written = new WrittenUrls('?q=a');
  written.add('?q=ab');
  written.add('?q=a');
  expect(written.report('?q=ab')).toBe(true);
  expect(written.report('?q=a')).toBe(true);
  expect(written.report('?q=ab')).toBe(false);
});
