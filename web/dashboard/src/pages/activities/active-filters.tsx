import { Button } from '../../design';
import styles from './activities.module.css';
import type { Chip } from './domain/chips';
import type { ActivityFilters } from './domain/filters';
import { ChosenList } from './filter-panel/chosen-list';

/** The active filters, each with a button to remove it. */
export function ActiveFilters({
  chips,
  onShow,
  onClear,
}: {
  chips: readonly Chip[];
  onShow: (filters: ActivityFilters) => void;
  onClear: () => void;
}) {
  if (chips.length === 0) return null;
  return (
    <section className={styles.active} aria-label="Active filters">
      <ChosenList
        label="Filters"
        items={chips.map(({ key, kind, text, without }) => ({
          key,
          kind,
          text,
          onRemove: () => onShow(without),
        }))}
      />
      <Button kind="quiet" size="small" onClick={onClear}>
        Clear filters
      </Button>
    </section>
  );
}
