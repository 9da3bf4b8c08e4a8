/** Whether a text is an http(s) URL that paths can be appended to: without query, fragment, and credentials. */
export function isPublicRoot(text: string): boolean {
  if (!/^https?:\/\/[^/?#\s]/.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
