import type { Option } from '@heliograph/dashboard-api';
import { Button } from '../../../design';
import { GroupsSection } from '../groups/groups-section';
import { CompanySection } from './company-section';
import { DateSection } from './date-section';
import { FieldsSection } from './fields-section';
import type { FilterPropsWithOptions } from './filter-props';
import { FundingSection } from './funding-section';
import { PlaceSection } from './place-section';
import { SizeSection } from './size-section';
import styles from './filter-panel.module.css';
import { WordsSection } from './words-section';

interface FilterPanelProps extends FilterPropsWithOptions {
  companies: readonly Option[];
  activeCount: number;
  onClear: () => void;
}

/** Every filter of the data API. */
export function FilterPanel({ options, companies, activeCount, onClear, ...props }: FilterPanelProps) {
  return (
    <div className={styles.panel}>
      <FieldsSection {...props} options={options} title="Category" section="category" startsOpen />
      <DateSection {...props} />
      <PlaceSection {...props} countries={options.countries} />
      <SizeSection {...props} sizes={options.sizes} industries={options.industries} />
      <CompanySection {...props} companies={companies} />
      <FundingSection {...props} options={options} />
      <FieldsSection {...props} options={options} title="Hiring" section="hiring" />
      <WordsSection {...props} />
      <GroupsSection {...props} />
      {activeCount > 0 && (
        <div className={styles.foot}>
          <Button kind="quiet" size="small" onClick={onClear}>
            Clear all filters
          </Button>
        </div>
      )}
    </div>
  );
}
