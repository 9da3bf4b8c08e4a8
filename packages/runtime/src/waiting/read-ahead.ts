/**
 * For a promise awaited later, if at all: its failure is not an unhandled rejection, but still reaches code that awaits
 * it.
 */
export function readAhead<T>(reading: Promise<T>): Promise<T> {
  reading.catch(() => undefined);
  return reading;
}
