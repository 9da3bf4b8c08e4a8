/** How browsers, and the loader of style sheets, say that a file of the pages did not come. */
const MISSING =
  /dynamically imported module|importing a module script|preload CSS|failed to load module|networkerror/i;

/** Whether a page failed because a file of it could not be loaded: no connection, or an update that replaced the files. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && MISSING.test(error.message);
}
