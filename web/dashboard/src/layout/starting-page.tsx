import { Mark } from '../design/icon';
import styles from './starting-page.module.css';

/** Until it is known who is signed in. Shown only when that takes a while, so that a quick start does not flicker. */
export function StartingPage() {
  return (
    <div className={styles.page} role="status">
      <Mark size={36} />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}
