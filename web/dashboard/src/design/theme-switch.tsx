import { useSyncExternalStore } from 'react';
import { Segments } from './field';

type Theme = 'auto' | 'light' | 'dark';

declare global {
  interface Window {
    /** Provided by public/theme.js, which runs before the first paint. */
    heliographTheme: {
      current(): Theme;
      choose(theme: Theme): void;
      /** @param onChange called when another tab changes the theme. */
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

/** Listens to this tab's switches and to other tabs. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = window.heliographTheme.subscribe(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}

/** Light, dark, or the system's theme; stored in this browser and shared with the documentation. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, () => window.heliographTheme.current());
  const choose = (chosen: Theme) => {
    window.heliographTheme.choose(chosen);
    for (const listener of listeners) listener();
  };
  return <Segments<Theme> label="Theme" options={THEMES} value={theme} onChange={choose} />;
}
