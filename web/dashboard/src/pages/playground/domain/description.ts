/** Longer text would push the form out of sight. */
const LONGEST = 160;

/** Splits a long description into its first sentence, which is shown, and the rest, shown on request. */
export function splitDescription(text: string): { shown: string; more: string } {
  const end = text.length > LONGEST ? text.indexOf('. ') + 1 : 0;
  return end === 0 ? { shown: text, more: '' } : { shown: text.slice(0, end), more: text.slice(end + 1) };
}
