import { useSyncExternalStore } from 'react';

/** Room for the filters next to the results; same width as in activities.module.css. */
const WIDE = '(width >= 72rem)';

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the filters are shown next to the results. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
