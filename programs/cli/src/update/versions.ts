const VERSION_FORM = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

/** Whether a value is a release version. */
export function isVersion(text: unknown): text is string {
  return typeof text === 'string' && VERSION_FORM.test(text);
}

/** Whether one release version is newer than another; false for anything else. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  if (!left || !right) return false;
  const different = left.findIndex((number, index) => number !== right[index]);
  return different >= 0 && left[different]! > right[different]!;
}

function numbersOf(version: string): number[] | undefined {
  return VERSION_FORM.exec(version)?.slice(1).map(Number);
}
