/** Shorter than any session may be idle. */
const UNATTENDED_MS = 30_000;

const INPUTS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'click', 'focus'] as const;

/** Loading the page is its user's doing. */
let touchedAt = Date.now();

/** Notes the user's input on a page from now on. */
export function watchInput(page: Pick<Window, 'addEventListener'>, clock: () => number = Date.now): void {
  touchedAt = clock();
  const note = () => (touchedAt = clock());
  // Before any part of the page stops the event.
  for (const input of INPUTS) page.addEventListener(input, note, { capture: true, passive: true });
}

/** Whether what the page does now, it does by itself: its user has not touched it for a while. */
export function isUnattended(nowMs: number = Date.now()): boolean {
  return nowMs - touchedAt >= UNATTENDED_MS;
}
