import type { Option } from '@heliograph/dashboard-api';
import { useFilterOptions } from '../../../api/activities';
import { Loaded, Loading } from '../../../design';
import type { FilterProps } from './filter-props';
import { FilterPanel } from './filter-panel';
import styles from './filter-panel.module.css';

interface FiltersProps extends FilterProps {
  companies: readonly Option[];
  activeCount: number;
  onClear: () => void;
}

/** Shows the filter panel once the filter options have loaded. */
export function Filters(props: FiltersProps) {
  const options = useFilterOptions();
  return (
    <Loaded
      query={options}
      errorTitle="Filters could not be loaded"
      skeleton={
        <div className={styles.loading}>
          <Loading label="Loading filters" lines={9} lineHeight="1.5rem" />
        </div>
      }
    >
      {(loaded) => <FilterPanel {...props} options={loaded} />}
    </Loaded>
  );
}
