import styles from './category-badge.module.css';
import { categoryLook } from './category-look';
import { classNames } from './class-names';
import { Icon } from './icon';

/** What was announced. Words carry it; icon and color help scanning a list. */
export function CategoryBadge({ category, label }: { category: string; label: string }) {
  const { icon, kind } = categoryLook(category);
  return (
    <span className={classNames(styles.badge, styles[kind])}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
}

/** Just the icon, next to words that say the same. */
export function CategoryMark({ category }: { category: string }) {
  const { icon, kind } = categoryLook(category);
  return (
    <span className={classNames(styles.picture, styles[kind])}>
      <Icon name={icon} size={16} />
    </span>
  );
}
