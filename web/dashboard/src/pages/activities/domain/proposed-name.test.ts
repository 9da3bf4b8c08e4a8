import type { Chip } from './chips';
import { proposedName } from './proposed-name';

const chip = (text: string) => ({ text }) as Chip;

it('starts with the words, followed by the filters', () => {
  expect(proposedName(' raises ', [chip('Germany'), chip('Last 7 days')])).toBe(
    'raises, Germany, Last 7 days',
  );
  expect(proposedName('', [chip('Germany')])).toBe('Germany');
});

it('is never blank', () => {
  expect(proposedName('  ', [])).toBe('All activities');
});

it('respects the maximum length and never splits a character', () => {
  for (const words of ['x'.repeat(300), '😀'.repeat(90), `y${'😀'.repeat(90)}`]) {
    const name = proposedName(words, []);
    expect(name.length).toBeLessThanOrEqual(100);
    expect(name).toMatch(/…$/);
    // Throws for half a character.
    expect(encodeURIComponent(name)).not.toBe('');
  }
  expect(proposedName('z'.repeat(100), [])).toBe('z'.repeat(100));
});
