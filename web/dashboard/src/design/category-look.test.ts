import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoryLook } from './category-look';

const TOKENS = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
const KNOWN = ['funding', 'hiring', 'product-launch', 'expansion', 'acquisition', 'layoffs'];

/** A token's relative luminance in one theme, as in WCAG 2.2. */
function luminance(token: string, theme: 'light' | 'dark'): number {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(TOKENS)!;
  const hex = theme === 'light' ? light! : dark!;
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

describe('categories', () => {
  it('different kinds of news look different', () => {
    expect(new Set(KNOWN.map((category) => categoryLook(category).kind)).size).toBe(KNOWN.length);
  });

  it('a category from another corpus has a look', () => {
    expect(categoryLook('moon-landing').kind).toBe('other');
    expect(categoryLook('constructor').kind).toBe('other');
  });

  it.each(['light', 'dark'] as const)('texts of every kind meet AA on their background in %s', (theme) => {
    const tokens = [...TOKENS.matchAll(/--(color-category-\w+)-soft:/g)].map(([, token]) => token!);
    const kinds = new Set(KNOWN.map((category) => `color-category-${categoryLook(category).kind}`));
    expect(new Set(tokens)).toEqual(kinds);
    for (const token of tokens) {
      const ratio = contrast(luminance(token, theme), luminance(`${token}-soft`, theme));
      expect([token, ratio >= 4.5]).toEqual([token, true]);
    }
  });
});
