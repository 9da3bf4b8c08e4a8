const HEADINGS = 'h1, h2, h3';

/**
 * Remembers the focused element for when a dialog closes. If the element is gone by then (the dialog removed it),
 * focuses the heading of the nearest part of the page that contained it, so that keyboard users do not start over at
 * the top.
 */
export function rememberFocus(): { restore: () => void } {
  const previous = document.activeElement;
  const surroundings: Element[] = [];
  // Collect them now: a removed element no longer leads to its ancestors.
  for (let each = previous?.parentElement; each; each = each.parentElement) surroundings.push(each);
  return {
    restore: () => {
      if (previous instanceof HTMLElement && previous.isConnected) return previous.focus();
      const headings = surroundings
        .filter((each) => each.isConnected)
        .map((each) => each.querySelector<HTMLElement>(HEADINGS));
      const heading = headings.find((each) => each !== null);
      if (!heading) return undefined;
      heading.tabIndex = -1;
      return heading.focus({ preventScroll: true });
    },
  };
}
