import { useEffect, useRef } from 'react';

/** Runs on Ctrl+Enter and Cmd+Enter anywhere on the page except in a dialog. */
export function useRunShortcut(act: () => void): void {
  // Holds the newest one, to avoid re-subscribing on each keystroke.
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
