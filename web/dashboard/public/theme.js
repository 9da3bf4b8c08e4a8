// Loaded before the styles, so that no page flashes in the wrong theme. Pages set the theme through
// `window.heliographTheme`.
(() => {
  /** The documentation's own key: same origin, so one choice applies to both. */
  const STORED_AS = 'vitepress-theme-appearance';
  const root = document.documentElement;

  const stored = () => {
    try {
      const theme = localStorage.getItem(STORED_AS);
      return theme === 'light' || theme === 'dark' ? theme : 'auto';
    } catch {
      // Storage is blocked: use the system's theme.
      return 'auto';
    }
  };
  const show = (theme) => {
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const ground of document.querySelectorAll('meta[name="theme-color"]')) {
      const { scheme } = ground.dataset;
      ground.media =
        theme === 'auto' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
    }
  };

  window.heliographTheme = {
    current: () => root.dataset.theme ?? 'auto',
    choose(theme) {
      show(theme);
      try {
        localStorage.setItem(STORED_AS, theme);
      } catch {
        // Not stored: lasts until the page is left.
      }
    },
    /** Calls back when another tab changes the theme. */
    subscribe(onChange) {
      const follow = (event) => {
        if (event.key !== STORED_AS && event.key !== null) return;
        show(stored());
        onChange();
      };
      addEventListener('storage', follow);
      return () => removeEventListener('storage', follow);
    },
  };
  show(stored());
})();
