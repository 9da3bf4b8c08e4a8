import type { Account } from '@heliograph/dashboard-api';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../api/errors';
import { useSignOut } from '../api/session';
import { Icon, ThemeSwitch, useToast } from '../design';
import styles from './account-menu.module.css';

/** The account owner's name, else the part of the address before the "@". */
export function describeAccount(account: Pick<Account, 'name' | 'email'>): string {
  return account.name || (account.email.split('@')[0] ?? account.email);
}

/** The signed-in user, with links to settings and sign-out. */
export function AccountMenu({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const toast = useToast();
  const signOut = useSignOut();

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

  const leave = () =>
    signOut.mutate(undefined, {
      onError: (error) =>
        toast({ tone: 'danger', text: `You are still signed in. ${describeFailure(error)}` }),
    });

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
            <button type="button" className={styles.item} disabled={signOut.isPending} onClick={leave}>
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
          {describeAccount(account).charAt(0).toUpperCase()}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>
            <span className="visually-hidden">Account of </span>
            {describeAccount(account)}
          </span>
          <span className={styles.email}>{account.email}</span>
        </span>
      </button>
    </div>
  );
}
