export type Encoding = 'br' | 'gzip';

/** Smallest output first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/**
 * The most preferred encoding that a client accepts (RFC 9110, section 12.5.3).
 *
 * @param offered in order of preference.
 * @returns undefined if it accepts none of them.
 */
export function acceptedEncoding(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const accepted = new Set(
    acceptEncoding
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter((item) => !/;\s*q=0(?:\.0*)?$/.test(item))
      .map((item) => item.split(';')[0]!.trim()),
  );
  return offered.find((encoding) => accepted.has(encoding));
}
