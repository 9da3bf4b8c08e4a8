const HEADINGS = 'h1, h2, h3';

/**
 * Remembers the focused element for when a dialog closes. If the element is gone by then, or goes later while it has
 * the focus (the dialog's action removed it), focuses the heading of the nearest part of the page that contained it, so
 * that keyboard users do not start over at the top.
 */
export function rememberFocus(): { restore: () => void } {
  const previous = document.activeElement;
  const focusNearby = nearestHeading(previous);
  return {
    restore: () => {
      if (!(previous instanceof HTMLElement) || !previous.isConnected) return focusNearby();
      previous.focus();
      return onRemoval(previous, focusNearby);
    },
  };
}

/** For an action that removes the control it was started with, now or later: does the same as {@link rememberFocus}. */
export function keepFocusNearby(): void {
  const focused = document.activeElement;
  if (focused) onRemoval(focused, nearestHeading(focused));
}

/** For the button after a list, which the last page removes: then focuses the last heading before it. */
export function keepFocusAtEnd(): void {
  const focused = document.activeElement;
  if (!focused) return;
  const isBefore = (each: Element) =>
    (each.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const heading = [...document.querySelectorAll<HTMLElement>(HEADINGS)].filter(isBefore).at(-1);
  onRemoval(focused, () => focusHeading(heading));
}

/** Focuses the heading nearest to where an element was. */
function nearestHeading(element: Element | null): () => void {
  const surroundings: Element[] = [];
  // Collect them now: a removed element no longer leads to its ancestors.
  for (let each = element?.parentElement; each; each = each.parentElement) surroundings.push(each);
  return () => {
    const headings = surroundings
      .filter((each) => each.isConnected)
      .map((each) => each.querySelector<HTMLElement>(HEADINGS));
    const nearest = headings.find((each) => each !== null);
    if (nearest) focusHeading(nearest);
    else focusNextPage();
  };
}

function focusHeading(heading: HTMLElement | null | undefined): void {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  // A placeholder's heading goes when the content comes.
  onRemoval(heading, nearestHeading(heading));
}

/** The whole page was removed, and the next one is loading. */
function focusNextPage(): void {
  const observer = new MutationObserver(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading && document.activeElement === document.body) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusHeading(heading);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Calls back if an element is removed while it has the focus. */
function onRemoval(focused: Element, callback: () => void): void {
  const observer = new MutationObserver(() => {
    if (focused.isConnected && document.activeElement === focused) return;
    observer.disconnect();
    if (!focused.isConnected && document.activeElement === document.body) callback();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
