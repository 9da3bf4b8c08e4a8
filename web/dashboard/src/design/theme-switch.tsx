import { useSyncExternalStore } from 'react';
import { Segments } from './field';

type Theme = 'auto' | 'light' | 'dark';

declare global {
  interface Window {
    /** Of public/theme.js, which runs before the first paint. */
    heliographTheme: {
      current(): Theme;
      choose(theme: Theme): void;
      /** @param onChange is called when another tab chose. */
      subscribe(onChange: () => void): () => void;
    };
  }
}

const THEMES = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const listeners = new Set<() => void>();

/** Of this tab's switches and of other tabs. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = window.heliographTheme.subscribe(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}

/** Light, dark, or what the system says; kept in this browser, for the documentation as well. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, () => window.heliographTheme.current());
  const choose = (chosen: Theme) => {
    window.heliographTheme.choose(chosen);
    for (const listener of listeners) listener();
  };
  return <Segments<Theme> label="Theme" options={THEMES} value={theme} onChange={choose} />;
}
