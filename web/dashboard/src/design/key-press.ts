type Press = Pick<KeyboardEvent, 'key' | 'code' | 'isComposing' | 'keyCode'>;

/** The code of every key that an input method takes (UI Events, appendix A). */
const INPUT_METHOD = 229;

/**
 * Whether a key belongs to an input method that is composing a word. Safari ends the word before it reports the Enter
 * that accepts it, so only the code tells.
 */
export function isOfInputMethod({ isComposing, keyCode }: Pick<Press, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === INPUT_METHOD;
}

/** A key's character; a letter's as on a Latin keyboard, so that shortcuts work on others too: K for к, λ, or ל. */
export function latinKey({ key, code }: Pick<Press, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter !== undefined && /^[^\x20-\x7e]$/u.test(key) ? letter.toLowerCase() : key;
}
