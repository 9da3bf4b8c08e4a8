/** A part of a line, as in POSIX shells: escaped, in single quotes, in double quotes, blank, or plain. */
const PART = /\\(.?)|'([^']*)'?|"((?:\\.|[^"\\])*)"?|(\s+)|[^\s'"\\]+|./gs;

/**
 * Splits a command line into words, as a shell does, but expands nothing. The last word may be empty, or in an open
 * quote.
 */
export function shellWords(line: string): string[] {
  const words = [''];
  for (const [text, escaped, single, double, blank] of line.trimStart().matchAll(PART)) {
    if (blank !== undefined) words.push('');
    else words[words.length - 1] += escaped ?? single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? text;
  }
  return words;
}
