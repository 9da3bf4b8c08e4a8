import { useSyncExternalStore } from 'react';

/** Room for the filters beside the results; activities.module.css has the same width. */
const WIDE = '(width >= 72rem)';

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the filters stand beside the results. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}
