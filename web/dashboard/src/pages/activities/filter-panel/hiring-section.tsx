import type { FilterOptions, Option } from '@heliograph/dashboard-api';
import type { ListFilter } from '../domain/filters';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import { OptionsField } from './options-field';

const FIELDS: readonly {
  name: ListFilter;
  label: string;
  optionsOf: (hiring: FilterOptions['hiring']) => readonly Option[];
}[] = [
  { name: 'hiringState', label: 'Hiring type', optionsOf: (hiring) => hiring.types },
  { name: 'hiringFunction', label: 'Job function', optionsOf: (hiring) => hiring.functions },
  { name: 'hiringSeniority', label: 'Seniority', optionsOf: (hiring) => hiring.seniorities },
  { name: 'hiringEmployment', label: 'Employment type', optionsOf: (hiring) => hiring.employmentTypes },
  {
    name: 'hiringWorkArrangement',
    label: 'Work arrangement',
    optionsOf: (hiring) => hiring.workArrangements,
  },
];

/** What a hiring activity says about the jobs. */
export function HiringSection({
  filters,
  onChange,
  faultOf,
  hiring,
}: FilterProps & { hiring: FilterOptions['hiring'] }) {
  return (
    <FilterSection
      title="Hiring"
      activeCount={FIELDS.reduce((sum, { name }) => sum + filters[name].length, 0)}
      isFaulty={FIELDS.some(({ name }) => faultOf(name) !== undefined)}
    >
      {FIELDS.map(({ name, label, optionsOf }) => (
        <OptionsField
          key={name}
          label={label}
          error={faultOf(name)}
          options={optionsOf(hiring)}
          chosen={filters[name]}
          onChange={(chosen) => onChange({ [name]: chosen })}
        />
      ))}
    </FilterSection>
  );
}
