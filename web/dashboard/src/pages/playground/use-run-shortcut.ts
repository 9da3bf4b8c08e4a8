import { useEffect, useRef } from 'react';

/** Acts at Ctrl+Enter and Cmd+Enter, anywhere on the page but in a dialog. */
export function useRunShortcut(act: () => void): void {
  // The newest one, without listening again at each letter.
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
