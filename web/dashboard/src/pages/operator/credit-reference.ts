const RANDOM_BYTES = 5;

/**
 * A unique reference for a credit, such as `operator:2026-11-21:3f9a1c07be`. Created with the form, not on submit:
 * submitting the same form twice credits once.
 */
export function createCreditReference(now: Date): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `operator:${now.toISOString().slice(0, 10)}:${random.join('')}`;
}
