import { isId, isText } from './text';

const ID = '0198f1c2-0000-4000-0000-00000000000a';

it.each([
  [ID, true],
  [ID.toUpperCase(), false],
  [`x${ID}`, false],
  [`${ID}x`, false],
  [ID.slice(1), false],
  [ID.slice(0, -1), false],
  [ID.replace('-0000-', '-000-'), false],
  [ID.replace('-4000-', '-400-'), false],
  [ID.replace('-0000-0000', '-000-0000'), false],
  ['', false],
])('%p is an id: %p', (text, expected) => {
  expect(isId(text)).toBe(expected);
});

it.each([
  ['', true],
  ['日本語 ü', true],
  ['12345678', true],
  ['123456789', false],
  ['a\u0000', false],
  ['a\u009f', false],
  ['\ud800', false],
])('%p is a text of at most 8 characters: %p', (text, expected) => {
  expect(isText(text, 8)).toBe(expected);
});
