import type { IconName } from './icon';

/** The kind of news a category is; each kind has a color in tokens.css. */
type CategoryKind = 'money' | 'people' | 'product' | 'growth' | 'ownership' | 'trouble' | 'other';

interface CategoryLook {
  icon: IconName;
  kind: CategoryKind;
}

const LOOKS: ReadonlyMap<string, CategoryLook> = new Map([
  ['funding', { icon: 'coins', kind: 'money' }],
  ['grant', { icon: 'coins', kind: 'money' }],
  ['contract-win', { icon: 'coins', kind: 'money' }],
  ['hiring', { icon: 'person', kind: 'people' }],
  ['leadership', { icon: 'person', kind: 'people' }],
  ['product-launch', { icon: 'rocket', kind: 'product' }],
  ['launch', { icon: 'rocket', kind: 'product' }],
  ['accelerator', { icon: 'rocket', kind: 'product' }],
  ['expansion', { icon: 'growth', kind: 'growth' }],
  ['award', { icon: 'star', kind: 'growth' }],
  ['partnership', { icon: 'join', kind: 'ownership' }],
  ['acquisition', { icon: 'join', kind: 'ownership' }],
  ['ipo', { icon: 'chart', kind: 'ownership' }],
  ['layoffs', { icon: 'decline', kind: 'trouble' }],
  ['closure', { icon: 'error', kind: 'trouble' }],
  ['regulation', { icon: 'shield', kind: 'trouble' }],
]);

const UNKNOWN: CategoryLook = { icon: 'bookmark', kind: 'other' };

/** @param category of a corpus, which defines its own; unknown ones all look alike. */
export function categoryLook(category: string): CategoryLook {
  return LOOKS.get(category) ?? UNKNOWN;
}
