import {
  optionsOf,
  optionsOfKind,
  rowOf,
  SUGGESTION_KINDS,
  type FilterSection as SectionName,
} from '@heliograph/contract';
import type { ReactNode } from 'react';
import { Field, Select } from '../../../design';
import { FILTER_NAMES, isList, type ActivityFilters, type FilterName } from '../domain/filters';
import type { FilterPropsWithOptions } from './filter-props';
import { FilterSection } from './filter-section';
import { OptionsField } from './options-field';
import { useDebouncedChoice } from './use-debounced-choice';

interface FieldsSectionProps extends FilterPropsWithOptions {
  title: string;
  section: SectionName;
  startsOpen?: boolean;
  /** Hand-written fields, as opposed to those generated from the contract. */
  children?: ReactNode;
}

/** A section with a field for each of its filters that takes identifiers or one of a few choices. */
export function FieldsSection({ title, section, startsOpen, children, ...props }: FieldsSectionProps) {
  const { filters, issueOf } = props;
  const names = FILTER_NAMES.filter((name) => rowOf(name).section === section);
  return (
    <FilterSection
      title={title}
      activeCount={names.reduce((sum, name) => sum + countOf(filters[name]), 0)}
      isInvalid={names.some((name) => issueOf(name) !== undefined)}
      startsOpen={startsOpen}
    >
      {names.map((name) => (
        <FilterField key={name} name={name} isAlone={names.length === 1} {...props} />
      ))}
      {children}
    </FilterSection>
  );
}

interface FilterFieldProps extends FilterPropsWithOptions {
  name: FilterName;
  /** The section's heading already serves as the label. */
  isAlone: boolean;
}

function FilterField({
  name,
  isAlone,
  filters,
  onChange,
  issueOf,
  countOf,
  countedSearch,
  options,
}: FilterFieldProps) {
  const row = rowOf(name);
  const { label = name, hint } = row;
  if (isList(name) && row.options) {
    return (
      <OptionsField
        label={label}
        isLabelHidden={isAlone}
        hint={hint}
        error={issueOf(name)}
        options={optionsOf(options, row.options)}
        suggests={SUGGESTION_KINDS.find((kind) => optionsOfKind(kind) === row.options)}
        chosen={filters[name]}
        countOf={(id) => countOf(name, id)}
        countedSearch={countedSearch}
        maximumItems={row.kind === 'list' ? row.maximumItems : undefined}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  }
  if (row.kind !== 'choice') return null;
  return (
    <ChoiceField
      label={label}
      hint={hint}
      error={issueOf(name)}
      choices={row.choices}
      applied={filters[name] as string}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  );
}

function ChoiceField({
  choices,
  applied,
  onChange,
  ...field
}: {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  choices: readonly string[];
  applied: string;
  onChange: (chosen: string) => void;
}) {
  const { chosen, choose, events } = useDebouncedChoice(applied, onChange);
  return (
    <div {...events}>
      <Field {...field}>
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">Any {field.label.toLowerCase()}</option>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

function countOf(value: ActivityFilters[FilterName]): number {
  return typeof value === 'string' ? Number(value !== '') : Array.isArray(value) ? value.length : 0;
}
