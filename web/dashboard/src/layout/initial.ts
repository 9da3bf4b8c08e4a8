/** A name's first character in upper case, for a picture. */
export function initialOf(name: string): string {
  // By code point: half of an emoji's surrogate pair shows as a replacement character.
  const [first = ''] = name;
  return first.toUpperCase();
}
