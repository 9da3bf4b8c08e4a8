/** Texts are slices of encoded text, so a leading byte-order mark is a character like any other. */
export const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
