import { Link, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session';
import { Button, Mark } from '../design';
import { InstallationBanners } from './banners';
import { RoleGate } from './role-gate';
import { useLeave } from './use-leave';
import styles from './focus-layout.module.css';

/**
 * The frame for pages with a single decision, such as approving a device: names the signed-in user, who may be the wrong
 * one, and has no navigation.
 */
export function FocusLayout() {
  const session = useSession();
  const { pathname, search } = useLocation();
  // Someone else is to decide.
  const { leave, isLeaving } = useLeave(`${pathname}${search}`);
  return (
    <div className={styles.frame}>
      <InstallationBanners session={session} />
      <header className={styles.head}>
        <Link to="/" className={styles.brand}>
          <Mark size={26} />
          Heliograph
        </Link>
        <div className={styles.who}>
          <p>
            Signed in as <strong>{session.user.email}</strong>
          </p>
          <Button kind="quiet" size="small" isBusy={isLeaving} onClick={leave}>
            Sign out
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <RoleGate>
          <Outlet />
        </RoleGate>
      </main>
    </div>
  );
}
