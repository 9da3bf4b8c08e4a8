import { sparklinePath } from './sparkline';
import styles from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 28;

/** A figure's recent trend. Hidden from screen readers: a chart or table on the page says the same. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const path = sparklinePath(values, WIDTH, HEIGHT);
  if (path === '') return null;
  return (
    <svg
      className={styles.sparkline}
      viewBox={`-1 -2 ${WIDTH + 2} ${HEIGHT + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.area} d={`${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
      <path className={styles.line} d={path} />
    </svg>
  );
}
