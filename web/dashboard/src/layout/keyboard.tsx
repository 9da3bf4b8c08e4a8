import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Dialog, DialogBody, Facts, latinKey } from '../design';
import type { Roles } from './navigation';
import { Palette } from './palette';
import { keysOn, LIST_KEYS, PLAYGROUND_KEYS, type Shortcut, shortcutOf, SHORTCUTS } from './shortcuts';

const FIELDS = 'input, textarea, select, [contenteditable]';

export type KeyboardDialog = Exclude<Shortcut, 'search'> | null;

interface KeyboardProps extends Roles {
  open: KeyboardDialog;
  onOpen: (dialog: KeyboardDialog) => void;
}

/** The keyboard shortcuts of every page, and the dialogs they open. */
export function Keyboard({ open, onOpen, ...roles }: KeyboardProps) {
  const navigate = useNavigate();

  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      // An open dialog gets all keys.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
      const { ctrlKey, metaKey, altKey } = event;
      const shortcut = shortcutOf({ key: latinKey(event), ctrlKey, metaKey, altKey, isTyping });
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut !== 'search') onOpen(shortcut);
      else if (!focusSearch()) void navigate('/activities');
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [navigate, onOpen]);

  const close = () => onOpen(null);
  return (
    <>
      <Dialog isOpen={open === 'palette'} title="Go to" onClose={close}>
        <Palette {...roles} onClose={close} />
      </Dialog>
      <Dialog isOpen={open === 'keys'} title="Keyboard shortcuts" onClose={close}>
        <DialogBody>
          <Facts
            facts={[...SHORTCUTS, ...LIST_KEYS, ...PLAYGROUND_KEYS].map(({ keys, does }) => ({
              term: <kbd>{keysOn(navigator.platform, keys)}</kbd>,
              value: does,
            }))}
          />
        </DialogBody>
      </Dialog>
    </>
  );
}

/** @returns whether the page has a search. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main search input[type="search"]');
  field?.select();
  field?.focus();
  return field !== null;
}
