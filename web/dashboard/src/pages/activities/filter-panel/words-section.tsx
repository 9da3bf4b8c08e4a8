import { SEARCH_PARAMETERS } from '@heliograph/contract';
import { useId } from 'react';
import { Button, Field, FieldStack, Input } from '../../../design';
import type { ActivityFilters } from '../domain/filters';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import styles from './filter-panel.module.css';
import { useDraft } from './use-draft';

const FIELDS = ['all', 'any', 'exact', 'exclude'] as const;

/** In semantic search, title words are just another filter. */
const FIELDS_BESIDE_MEANING = ['q', ...FIELDS] as const;

/** Title words. They count as a search, so they take effect only when applied. */
export function WordsSection({ filters, onChange, issueOf }: FilterProps) {
  const isSemantic = filters.semantic !== '';
  const fields = isSemantic ? FIELDS_BESIDE_MEANING : FIELDS;
  const applied = Object.fromEntries(fields.map((name) => [name, filters[name]])) as Partial<ActivityFilters>;
  const [draft, setDraft, isChanged] = useDraft(applied);
  const hintId = useId();
  const active = fields.filter((name) => filters[name] !== '').length;
  return (
    <FilterSection
      title="Words in the title"
      activeCount={active}
      isInvalid={fields.some((name) => issueOf(name) !== undefined)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const trimmed = Object.entries(draft).map(([name, text]) => [name, String(text).trim()]);
          if (isChanged) onChange(Object.fromEntries(trimmed) as Partial<ActivityFilters>);
        }}
      >
        <FieldStack>
          {fields.map((name) => (
            <Field
              key={name}
              label={name === 'q' ? SEARCH_PARAMETERS.q.chip : SEARCH_PARAMETERS[name].label}
              error={issueOf(name)}
            >
              {(control) => (
                <Input
                  {...control}
                  value={draft[name] ?? ''}
                  placeholder={SEARCH_PARAMETERS[name].example}
                  maxLength={SEARCH_PARAMETERS[name].maximum}
                  autoComplete="off"
                  onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
          <div className={styles.apply}>
            <Button type="submit" size="small" disabled={!isChanged} aria-describedby={hintId}>
              Apply words
            </Button>
            <p id={hintId} className={styles.hint}>
              Quotes keep a phrase together. Counts as a search.
            </p>
          </div>
        </FieldStack>
      </form>
    </FilterSection>
  );
}
