import type { Person } from './user-browser';

/** A window of 1280 by 1024 at 400% zoom. */
export const ZOOMED = { viewport: { width: 320, height: 256 } };

/** Whether the middle of an element is in the window and nothing covers it. @param element a JavaScript expression. */
export function isSeen({ page }: Person, element: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const element = ${element};
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(top);
  })()`);
}
