import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog, DialogBody, Facts } from '../design';
import type { Roles } from './navigation';
import { Palette } from './palette';
import { LIST_KEYS, PLAYGROUND_KEYS, type Shortcut, shortcutOf, SHORTCUTS } from './shortcuts';

const FIELDS = 'input, textarea, select, [contenteditable]';

/** The keyboard shortcuts of every page, and the dialogs they open. */
export function Keyboard(roles: Roles) {
  const [open, setOpen] = useState<Exclude<Shortcut, 'search'> | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      // An open dialog gets all keys.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
      const { key, ctrlKey, metaKey, altKey } = event;
      const shortcut = shortcutOf({ key, ctrlKey, metaKey, altKey, isTyping });
      if (!shortcut) return;
      event.preventDefault();
      if (shortcut !== 'search') setOpen(shortcut);
      else if (!focusSearch()) void navigate('/activities');
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [navigate]);

  const close = () => setOpen(null);
  return (
    <>
      <Dialog isOpen={open === 'palette'} title="Go to" onClose={close}>
        <Palette {...roles} onClose={close} />
      </Dialog>
      <Dialog isOpen={open === 'keys'} title="Keyboard shortcuts" onClose={close}>
        <DialogBody>
          <Facts
            facts={[...SHORTCUTS, ...LIST_KEYS, ...PLAYGROUND_KEYS].map(({ keys, does }) => ({
              term: <kbd>{keys}</kbd>,
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
