import type { SessionState } from '@heliograph/dashboard-api';
import { useEffect, useRef } from 'react';
import { useSignOut } from '../api/session';
import { Button, FailureNotice, IconButton, ThemeSwitch } from '../design';
import { describeUser } from './account-menu';
import { AccountSwitcher } from './account-switcher';
import { NavigationLinks } from './navigation-links';
import styles from './phone-menu.module.css';

/** The navigation on a phone: a modal drawer. */
export function PhoneMenu({
  isOpen,
  session,
  onClose,
}: {
  isOpen: boolean;
  session: SessionState;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const signOut = useSignOut();
  const { account, memberRole } = session;
  const { name, where } = describeUser(session);

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  // Rotating the phone or widening the window brings back the side navigation.
  useEffect(() => {
    const wide = window.matchMedia('(width >= 60rem)');
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);

  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        const target = event.target as Element;
        // A click outside it or on a link, including the link to the current page.
        if (target === dialog.current || target.closest('a')) onClose();
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <div className={styles.who}>
            <p className={styles.name}>
              <bdi>{name}</bdi>
            </p>
            <p className={styles.email}>
              <bdi>{where}</bdi>
            </p>
          </div>
          <IconButton icon="close" label="Close menu" onClick={onClose} />
        </div>
        {isOpen && <NavigationLinks role={account.role} memberRole={memberRole} label="Main" />}
        <AccountSwitcher session={session} />
        <ThemeSwitch />
        <Button icon="signOut" isWide isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
        <FailureNotice error={signOut.error} />
      </div>
    </dialog>
  );
}
