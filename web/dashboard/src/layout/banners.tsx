import type { SessionState } from '@heliograph/dashboard-api';
import { Link } from 'react-router';
import { Icon } from '../design';
import styles from './banners.module.css';

/** Installation-wide notices: an access restriction, and a warning that this is not for production. */
export function InstallationBanners({ session }: { session: SessionState }) {
  const { installation, restriction } = session;
  return (
    <>
      {restriction && (
        <div className={styles.restriction} role="region" aria-label="Access restriction">
          <Icon name="warning" size={18} />
          <p>
            <strong>Access is restricted.</strong> Only operators can sign in. Everyone else sees: “
            {restriction.message}” <Link to="/operator/access">Change</Link>
          </p>
        </div>
      )}
      {installation.isDevelopmentIssuer && (
        <div className={styles.development} role="region" aria-label="Development installation">
          <p>
            <strong>Development sign-in</strong> — anyone can sign in as anyone. Not for production.
          </p>
        </div>
      )}
    </>
  );
}
