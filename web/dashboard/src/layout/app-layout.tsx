import { useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useSession } from '../api/session';
import { IconButton, Mark } from '../design';
import { AccountMenu } from './account-menu';
import styles from './app-layout.module.css';
import { InstallationBanners } from './banners';
import { Keyboard, type KeyboardDialog } from './keyboard';
import { NavigationLinks } from './navigation-links';
import { PhoneMenu } from './phone-menu';
import { RoleGate } from './role-gate';

/** The frame around pages: navigation at the side, or behind a button on a phone. */
export function AppLayout() {
  const session = useSession();
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [dialog, setDialog] = useState<KeyboardDialog>(null);
  const main = useRef<HTMLElement>(null);
  const roles = { role: session.account.role, memberRole: session.memberRole };

  return (
    <div className={styles.frame}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // Keep the URL unchanged: people share it.
          event.preventDefault();
          main.current?.focus();
          main.current?.scrollIntoView();
        }}
      >
        Skip to content
      </a>
      <div className={styles.progress} data-active={state === 'loading' || undefined} aria-hidden="true" />

      <header className={styles.side}>
        <div className={styles.brand}>
          <Mark size={26} />
          <span>Heliograph</span>
        </div>
        <NavigationLinks {...roles} label="Main" />
        <AccountMenu session={session} onShortcuts={() => setDialog('keys')} />
      </header>

      <header className={styles.bar}>
        <div className={styles.brand}>
          <Mark size={24} />
          <span>Heliograph</span>
        </div>
        <IconButton
          icon="menu"
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={openedAt === pathname}
          onClick={() => setOpenedAt(pathname)}
        />
      </header>
      {/* Stores the path it was opened on, so that navigation closes it. */}
      <PhoneMenu isOpen={openedAt === pathname} session={session} onClose={() => setOpenedAt(null)} />

      <Keyboard {...roles} open={dialog} onOpen={setDialog} />

      <div className={styles.content}>
        <InstallationBanners session={session} />
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          <RoleGate>
            <Outlet />
          </RoleGate>
        </main>
      </div>
    </div>
  );
}
