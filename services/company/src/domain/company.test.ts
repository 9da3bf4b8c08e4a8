import { isSlug } from './company';

it.each([
  ['acme-robotics', true],
  ['9.a_b', true],
  ['Acme', false],
  ['-acme', false],
  ['', false],
])('%p is a slug: %p', (text, is) => {
  expect(isSlug(text)).toBe(is);
});
