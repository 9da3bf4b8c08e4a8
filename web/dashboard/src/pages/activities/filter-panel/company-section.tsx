import { SEARCH_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { useId } from 'react';
import { Button, Field, FieldStack, Input } from '../../../design';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import styles from './filter-panel.module.css';
import { OptionsField } from './options-field';
import { useDraft } from './use-draft';

const MAXIMUM_LENGTH = SEARCH_PARAMETERS.company.maximum;

interface CompanySectionProps extends FilterProps {
  /** Taken from the current activities and offered before anything is typed. */
  companies: readonly Option[];
}

export function CompanySection({ filters, onChange, issueOf, companies }: CompanySectionProps) {
  const [name, setName, isChanged] = useDraft(filters.company);
  const hintId = useId();
  return (
    <FilterSection
      title="Company"
      activeCount={(filters.company ? 1 : 0) + (filters.companySlug ? 1 : 0) + filters.companies.length}
      isInvalid={[issueOf('company'), issueOf('companies'), issueOf('companySlug')].some(Boolean)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) onChange({ company: name.trim() });
        }}
      >
        <FieldStack>
          <Field label="Name contains" error={issueOf('company')}>
            {(control) => (
              <Input
                {...control}
                value={name}
                placeholder="robotics"
                maxLength={MAXIMUM_LENGTH}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <div className={styles.apply}>
            <Button type="submit" size="small" disabled={!isChanged} aria-describedby={hintId}>
              Apply name
            </Button>
            <p id={hintId} className={styles.hint}>
              Counts as a search.
            </p>
          </div>
        </FieldStack>
      </form>
      <OptionsField
        label="Any of these companies"
        hint="Full names, or slugs as in a company’s address."
        error={issueOf('companies') ?? issueOf('companySlug')}
        options={companies}
        suggests="company"
        chosen={filters.companies}
        placeholder="Name or slug"
        toNewOption={toCompany}
        onChange={(chosen) => onChange({ companies: chosen })}
      />
    </FilterSection>
  );
}

/** Commas separate the parameter's items, so an item cannot contain one. */
function toCompany(text: string): Option | undefined {
  const name = text.replaceAll(',', ' ').replace(/\s+/g, ' ').trim();
  return name === '' || name.length > MAXIMUM_LENGTH ? undefined : { id: name, label: name };
}
