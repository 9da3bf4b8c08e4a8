import { Mark } from '../design/icon';
import styles from './starting-page.module.css';

/** Shown while the session loads, but only after a while, so a quick start does not flicker. */
export function StartingPage() {
  return (
    <div className={styles.page} role="status">
      <Mark size={36} />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
