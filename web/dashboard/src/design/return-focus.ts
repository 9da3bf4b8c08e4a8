const HEADINGS = 'h1, h2, h3';

/**
 * Remembers what has the focus, for when a dialog closes. If that has gone by then (the dialog removed it), the heading
 * of the nearest part of the page that it stood in gets the focus, so the keyboard does not start over at the top.
 */
export function rememberFocus(): { restore: () => void } {
  const previous = document.activeElement;
  const surroundings: Element[] = [];
  // Now: an element that has gone no longer leads to where it stood.
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
