/** The smallest UUID of a moment: requests answered earlier have smaller ones. @param timeMs since the Unix epoch. */
export function firstIdOf(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
