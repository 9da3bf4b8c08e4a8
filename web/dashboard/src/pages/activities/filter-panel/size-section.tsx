import { SEARCH_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { FieldGroup, Radio } from '../../../design';
import { CountedLabel } from './counted-label';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import { OptionsField } from './options-field';
import { useDebouncedChoice } from './use-debounced-choice';

/** The company's industry and size. */
export function SizeSection({
  filters,
  onChange,
  issueOf,
  countOf,
  countedSearch,
  sizes,
  industries,
}: FilterProps & { sizes: readonly Option[]; industries: readonly Option[] }) {
  const { size, industry } = filters;
  const { chosen, choose, events } = useDebouncedChoice(size, (value) => onChange({ size: value }));
  return (
    <FilterSection
      title="Industry and size"
      activeCount={filters.industries.length + (industry ? 1 : 0) + (size ? 1 : 0)}
      isInvalid={[issueOf('industry'), issueOf('industries'), issueOf('size')].some(Boolean)}
    >
      <OptionsField
        label="Industries"
        hint="Matches any of those you choose."
        error={issueOf('industries') ?? issueOf('industry')}
        options={industries}
        suggests="industry"
        chosen={filters.industries}
        countOf={(id) => countOf('industries', id)}
        countedSearch={countedSearch}
        maximumItems={SEARCH_PARAMETERS.industries.maximumItems}
        onChange={(chosen) => onChange({ industries: chosen })}
      />
      <div {...events}>
        <FieldGroup legend="Employees" hint="Companies of unknown size never match." error={issueOf('size')}>
          {[{ id: '', label: 'Any size' }, ...sizes].map(({ id, label }) => (
            <Radio
              key={id}
              name="company-size"
              label={<CountedLabel label={label} count={id ? countOf('size', id) : undefined} />}
              checked={chosen === id}
              onChange={() => choose(id)}
            />
          ))}
        </FieldGroup>
      </div>
    </FilterSection>
  );
}
