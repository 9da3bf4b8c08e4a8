export type Shortcut = 'palette' | 'search' | 'keys';

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether the key was pressed in a text field. */
  isTyping: boolean;
}

/** The shortcuts available on every page, for the list of shortcuts. */
export const SHORTCUTS: readonly { shortcut: Shortcut; keys: string; does: string }[] = [
  { shortcut: 'palette', keys: 'Ctrl K', does: 'Go to any page' },
  { shortcut: 'search', keys: '/', does: 'Search activities' },
  { shortcut: 'keys', keys: '?', does: 'Show these shortcuts' },
];

/** Keys on pages with activities. */
export const LIST_KEYS: readonly { keys: string; does: string }[] = [
  { keys: '↑ ↓ or J K', does: 'Move between activities' },
  { keys: 'Enter', does: 'Open the activity' },
  { keys: 'Esc', does: 'Close it' },
];

/** Keys of the playground. */
export const PLAYGROUND_KEYS: readonly { keys: string; does: string }[] = [
  { keys: 'Ctrl Enter', does: 'Run the request in the playground' },
];

/** Apple's keyboards use ⌘ where others use Ctrl. @param platform `navigator.platform`. */
export function keysOn(platform: string, keys: string): string {
  return /^(?:Mac|iP)/.test(platform) ? keys.replace('Ctrl', '⌘') : keys;
}

/** @returns undefined for keys that belong to the page or the browser. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey, isTyping }: KeyPress): Shortcut | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : undefined;
  if (isTyping) return undefined;
  if (key === '/') return 'search';
  return key === '?' ? 'keys' : undefined;
}
