import { useId } from 'react';
import { Button, Field, FieldStack, Input } from '../../../design';
import type { ActivityFilters, FilterName } from '../domain/filters';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import styles from './filter-panel.module.css';
import { useDraft } from './use-draft';

type WordFilter = 'q' | 'all' | 'any' | 'exact' | 'exclude';

const FIELDS: readonly { name: WordFilter; label: string; placeholder: string; maximum: number }[] = [
  { name: 'all', label: 'All of these words', placeholder: 'raises, million', maximum: 1000 },
  { name: 'any', label: 'Any of these words', placeholder: '"seed round" grant', maximum: 1000 },
  { name: 'exact', label: 'This exact phrase', placeholder: 'head of sales', maximum: 180 },
  { name: 'exclude', label: 'None of these words', placeholder: 'rumor "in talks"', maximum: 1000 },
];

/** Beside a meaning, words of the title are one more filter. */
const TITLE_FIELD = { name: 'q', label: 'Title has', placeholder: 'robots -toys', maximum: 1000 } as const;

/** Words of titles. They count as a search, so nothing happens before they are applied. */
export function WordsSection({ filters, onChange, faultOf }: FilterProps) {
  const isSemantic = filters.semantic !== '';
  const fields = isSemantic ? [TITLE_FIELD, ...FIELDS] : FIELDS;
  const inForce = Object.fromEntries(
    fields.map(({ name }) => [name, filters[name]]),
  ) as Partial<ActivityFilters>;
  const [draft, setDraft, isChanged] = useDraft(inForce);
  const hintId = useId();
  const active = fields.filter(({ name }) => filters[name] !== '').length;
  return (
    <FilterSection
      title="Words in the title"
      activeCount={active}
      isFaulty={fields.some(({ name }) => faultOf(name) !== undefined)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const trimmed = Object.entries(draft).map(([name, text]) => [name, String(text).trim()]);
          if (isChanged) onChange(Object.fromEntries(trimmed) as Partial<ActivityFilters>);
        }}
      >
        <FieldStack>
          {fields.map(({ name, label, placeholder, maximum }) => (
            <Field key={name} label={label} error={faultOf(name as FilterName)}>
              {(control) => (
                <Input
                  {...control}
                  value={draft[name] ?? ''}
                  placeholder={placeholder}
                  maxLength={maximum}
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
