/**
 * Measures text on a terminal and fits it to a width. A Latin letter takes one column; East Asian wide characters
 * (Unicode Standard Annex #11, classes W and F) and emoji take two; combining marks take none.
 */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const ASCII = /^[\x20-\x7e]*$/;
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f|^\p{Regional_Indicator}{2}/u;
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb]$/u;

/** Wide ranges as first and last code points, sorted; single emoji are recognized by their Unicode property. */
const WIDE_RANGES: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dff],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

/** The width of printable text on a terminal, in columns. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts text that does not fit, ending it with an ellipsis. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns <= 0) return '';
  let kept = '';
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = width + graphemeWidth(segment);
    if (next > columns - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept.trimEnd()}…`;
}

/** Pads text with trailing spaces to a width. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/** Pads text with leading spaces to a width. */
export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** Wraps text into lines no wider than the width, unless a single word is. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Word-wraps each line of a text to a width, keeping its indentation. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (displayWidth(line) <= columns) return line;
      const [margin = ''] = /^\s*/.exec(line) ?? [];
      return wrap(line, Math.max(1, columns - margin.length))
        .map((part) => margin + part)
        .join('\n');
    })
    .join('\n');
}

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) width += characterWidth(character);
  // A grapheme cluster is drawn as one glyph, at most two columns wide.
  return Math.min(width, 2);
}

function characterWidth(character: string): number {
  if (WITHOUT_WIDTH.test(character)) return 0;
  const codePoint = character.codePointAt(0) ?? 0;
  return WIDE_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last) ? 2 : 1;
}
