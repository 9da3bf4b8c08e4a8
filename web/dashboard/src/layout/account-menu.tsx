import type { SessionState } from '@heliograph/dashboard-api';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon, ThemeSwitch } from '../design';
import styles from './account-menu.module.css';
import { AccountSwitcher } from './account-switcher';
import { initialOf } from './initial';
import { accountLabel } from './member-roles';
import { useLeave } from './use-leave';

/** The user's name, or else the part of the address before the "@"; plus the account, for users with several. */
export function describeUser({ user, account, accounts }: SessionState): { name: string; where: string } {
  return {
    name: user.name || (user.email.split('@')[0] ?? user.email),
    where: accounts.length > 1 ? accountLabel(account) : user.email,
  };
}

/** The signed-in user, with links to settings and sign-out. */
export function AccountMenu({ session, onShortcuts }: { session: SessionState; onShortcuts: () => void }) {
  const { name, where } = describeUser(session);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { leave, isLeaving } = useLeave();

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  const showShortcuts = () => {
    setOpen(false);
    // Focus returns to the button, because the menu item will be gone.
    button.current?.focus();
    onShortcuts();
  };

  return (
    <div
      ref={root}
      className={styles.account}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      {isOpen && (
        <ul id={id} className={styles.menu}>
          {session.accounts.length > 1 && (
            <li>
              <AccountSwitcher session={session} />
            </li>
          )}
          <li className={styles.theme}>
            <ThemeSwitch />
          </li>
          <li>
            <Link to="/settings" className={styles.item} onClick={() => setOpen(false)}>
              <Icon name="person" size={18} />
              Profile and sessions
            </Link>
          </li>
          <li>
            <button type="button" className={styles.item} onClick={showShortcuts}>
              <Icon name="info" size={18} />
              Keyboard shortcuts
            </button>
          </li>
          <li>
            <button type="button" className={styles.item} disabled={isLeaving} onClick={leave}>
              <Icon name="signOut" size={18} />
              Sign out
            </button>
          </li>
        </ul>
      )}
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((open) => !open)}
      >
        <span className={styles.picture} aria-hidden="true">
          {initialOf(name)}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>
            <span className="visually-hidden">Account of </span>
            <bdi>{name}</bdi>
          </span>
          <bdi className={styles.email}>{where}</bdi>
        </span>
      </button>
    </div>
  );
}
