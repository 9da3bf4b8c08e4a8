/** How browsers and the stylesheet loader report a page file that failed to load. */
const MISSING =
  /dynamically imported module|importing a module script|preload CSS|failed to load module|networkerror/i;

/**
 * Whether a page failed because one of its files could not be loaded: no connection, or an update replaced the files.
 */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}
