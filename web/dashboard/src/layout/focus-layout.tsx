import { Link, Outlet } from 'react-router';
import { useSession } from '../api/session';
import { Mark } from '../design';
import { InstallationBanners } from './banners';
import { RoleGate } from './role-gate';
import styles from './focus-layout.module.css';

/**
 * The frame for pages with a single decision, such as approving a device: names the signed-in user and has no
 * navigation.
 */
export function FocusLayout() {
  const session = useSession();
  return (
    <div className={styles.frame}>
      <InstallationBanners session={session} />
      <header className={styles.head}>
        <Link to="/" className={styles.brand}>
          <Mark size={26} />
          Heliograph
        </Link>
        <p className={styles.who}>
          Signed in as <strong>{session.user.email}</strong>
        </p>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <RoleGate>
          <Outlet />
        </RoleGate>
      </main>
    </div>
  );
}
