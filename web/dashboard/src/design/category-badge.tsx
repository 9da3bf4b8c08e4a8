import styles from './category-badge.module.css';
import { categoryLook } from './category-look';
import { classNames } from './class-names';
import { Icon } from './icon';

/** The kind of announcement. Words carry the meaning; icon and color help when scanning a list. */
export function CategoryBadge({ category, label }: { category: string; label: string }) {
  const { icon, kind } = categoryLook(category);
  return (
    <span className={classNames(styles.badge, styles[kind])}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
}

/** Only the icon, next to words that say the same. */
export function CategoryMark({ category }: { category: string }) {
  const { icon, kind } = categoryLook(category);
  return (
    <span className={classNames(styles.picture, styles[kind])}>
      <Icon name={icon} size={16} />
    </span>
  );
}
