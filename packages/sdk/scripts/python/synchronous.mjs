/** Text in the asynchronous client, and its replacement in the synchronous one. */
const WORDS = [
  [/\basync (?=def|for|with)/g, ''],
  [/\ban `async with`/g, 'a `with`'],
  [/\bawait /g, ''],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\b_async_(?=[a-z])/g, '_'],
  [/__a(?=enter__|exit__)/g, '__'],
  [/\baclose\b/g, 'close'],
];

/** Derives a module of the synchronous client from its asynchronous counterpart. */
export function synchronous(source) {
  return WORDS.reduce((text, [asynchronous, waiting]) => text.replaceAll(asynchronous, waiting), source);
}
