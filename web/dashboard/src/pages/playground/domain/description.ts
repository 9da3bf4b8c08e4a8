/** A longer one moves the form out of sight. */
const LONGEST = 160;

/** What is shown of an operation's description, and what on request: all but its first sentence. */
export function splitDescription(text: string): { shown: string; more: string } {
  const end = text.length > LONGEST ? text.indexOf('. ') + 1 : 0;
  return end === 0 ? { shown: text, more: '' } : { shown: text.slice(0, end), more: text.slice(end + 1) };
}
