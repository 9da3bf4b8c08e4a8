/** Texts are parts of what was encoded, so a leading byte-order mark is a letter like any other. */
export const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
