import { isOfInputMethod, latinKey } from './key-press';

it.each([
  ['k', 'KeyK', 'k'],
  ['л', 'KeyK', 'k'],
  ['Л', 'KeyK', 'k'],
  ['ל', 'KeyK', 'k'],
  ['ξ', 'KeyJ', 'j'],
  // A Latin layout decides where its letters are.
  ['t', 'KeyK', 't'],
  ['K', 'KeyK', 'K'],
  ['/', 'KeyQ', '/'],
  ['?', 'Digit7', '?'],
  ['ArrowDown', 'ArrowDown', 'ArrowDown'],
  ['Process', 'KeyK', 'Process'],
])('takes %s at %s for %s', (key, code, latin) => {
  expect(latinKey({ key, code })).toBe(latin);
});

it.each([
  ['a key inside a word', true, 13, true],
  ['Safari’s Enter that accepts a word', false, 229, true],
  ['Enter', false, 13, false],
])('knows an input method’s keys: %s', (_name, isComposing, keyCode, expected) => {
  expect(isOfInputMethod({ isComposing, keyCode })).toBe(expected);
});
