/** Whether a text is a UTC calendar month, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) && !text.startsWith('0000');
}
