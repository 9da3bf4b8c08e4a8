/** For what is awaited later, if at all: its failure is not an unhandled rejection, and whatever awaits it sees it. */
export function readAhead<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => undefined);
  return reading;
}
