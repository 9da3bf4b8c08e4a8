import type { FilterOptions, Option } from '@heliograph/dashboard-api';
import { Button } from '../../../design';
import { GroupsSection } from '../groups/groups-section';
import { CompanySection } from './company-section';
import { DateSection } from './date-section';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import { FundingSection } from './funding-section';
import { HiringSection } from './hiring-section';
import { OptionsField } from './options-field';
import { PlaceSection } from './place-section';
import { SizeSection } from './size-section';
import styles from './filter-panel.module.css';
import { WordsSection } from './words-section';

const MAXIMUM_CATEGORIES = 30;

interface FilterPanelProps extends FilterProps {
  options: FilterOptions;
  companies: readonly Option[];
  activeCount: number;
  onClear: () => void;
}

/** Every filter that the data API has. */
export function FilterPanel({ options, companies, activeCount, onClear, ...props }: FilterPanelProps) {
  const { filters, onChange, faultOf } = props;
  return (
    <div className={styles.panel}>
      <FilterSection
        title="Category"
        activeCount={filters.category.length}
        isFaulty={faultOf('category') !== undefined}
        startsOpen
      >
        <OptionsField
          label="Categories"
          isLabelHidden
          error={faultOf('category')}
          options={options.categories}
          chosen={filters.category}
          maximumItems={MAXIMUM_CATEGORIES}
          onChange={(category) => onChange({ category })}
        />
      </FilterSection>
      <DateSection {...props} />
      <PlaceSection {...props} countries={options.countries} />
      <SizeSection {...props} sizes={options.sizes} industries={options.industries} />
      <CompanySection {...props} suggestions={companies} />
      <FundingSection {...props} stages={options.fundingStages} />
      <HiringSection {...props} hiring={options.hiring} />
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
