/** The parts of a Window that are used here. */
export interface Tab {
  readonly sessionStorage: {
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
    removeItem(name: string): void;
  };
}

// Where storage is blocked, reading `window.sessionStorage` already throws. These then keep nothing.

export function storedInTab(tab: Tab, name: string): string | null {
  try {
    return tab.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function storeInTab(tab: Tab, name: string, value: string): void {
  try {
    tab.sessionStorage.setItem(name, value);
  } catch {
    // Callers say what the user then misses.
  }
}

export function removeFromTab(tab: Tab, name: string): void {
  try {
    tab.sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
