import { type FormEvent, useState } from 'react';
import { Button, Field, FieldGroup, Input, Radio } from '../../../design';
import type { ActivityFilters } from '../domain/filters';
import type { FilterProps } from './filter-props';
import { FilterSection } from './filter-section';
import styles from './filter-panel.module.css';
import { useDebouncedChoice } from './use-debounced-choice';
import { useDraft } from './use-draft';

const ANY: Partial<ActivityFilters> = { days: '', dateRanges: [], dateFrom: '', dateTo: '' };

type Choice = 'any' | '7' | '30' | '90' | 'older' | 'between' | 'several';

const CHOICES: readonly { value: Choice; label: string; change: Partial<ActivityFilters> }[] = [
  { value: 'any', label: 'Any time', change: ANY },
  { value: '7', label: 'Last 7 days', change: { ...ANY, days: '7' } },
  { value: '30', label: 'Last 30 days', change: { ...ANY, days: '30' } },
  { value: '90', label: 'Last 90 days', change: { ...ANY, days: '90' } },
  { value: 'older', label: 'Older than 90 days', change: { ...ANY, dateRanges: ['older'] } },
  { value: 'between', label: 'Between two dates', change: ANY },
];

const FROM_LINK = { value: 'several', label: 'From the link' } as const;

/** Which choice the filters correspond to; a URL may combine them in other ways. */
function choiceOf({ days, dateRanges, dateFrom, dateTo }: ActivityFilters): Choice {
  const used = [days, dateRanges.join(), dateFrom || dateTo].filter(Boolean);
  if (used.length === 0) return 'any';
  if (used.length > 1 || dateRanges.length > 1) return 'several';
  if (dateFrom || dateTo) return 'between';
  const value = days || dateRanges[0];
  return CHOICES.find((choice) => choice.value === value)?.value ?? 'several';
}

export function DateSection({ filters, onChange, issueOf }: FilterProps) {
  const choice = choiceOf(filters);
  const [isRangeShown, setRangeShown] = useState(choice === 'between' || choice === 'several');
  const applied = isRangeShown && choice === 'any' ? 'between' : choice;
  const { chosen, choose, events } = useDebouncedChoice(applied, (value) => {
    setRangeShown(value === 'between');
    onChange(CHOICES.find((each) => each.value === value)?.change ?? ANY);
  });
  const issues = [issueOf('days'), issueOf('dateRanges'), issueOf('dateFrom'), issueOf('dateTo')];
  return (
    <FilterSection
      title="Date"
      activeCount={
        [filters.days, filters.dateFrom, filters.dateTo, ...filters.dateRanges].filter(Boolean).length
      }
      isInvalid={issues.some(Boolean)}
    >
      <div {...events}>
        <FieldGroup
          legend="Activity date"
          hint="Days are UTC."
          error={issueOf('days') ?? issueOf('dateRanges')}
        >
          {[...CHOICES, ...(choice === 'several' ? [FROM_LINK] : [])].map(({ value, label }) => (
            <Radio
              key={value}
              name="activity-date"
              label={label}
              checked={chosen === value}
              onChange={() => choose(value)}
            />
          ))}
        </FieldGroup>
      </div>
      {(chosen === 'between' || choice === 'several' || issues.some(Boolean)) && (
        <DateRange filters={filters} onChange={onChange} issueOf={issueOf} />
      )}
    </FilterSection>
  );
}

function DateRange({ filters, onChange, issueOf }: Omit<FilterProps, 'countOf' | 'countedSearch'>) {
  const { dateFrom, dateTo } = filters;
  const [draft, setDraft, isChanged] = useDraft({ dateFrom, dateTo });
  const isReversed = draft.dateFrom !== '' && draft.dateTo !== '' && draft.dateFrom > draft.dateTo;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isReversed) onChange({ ...ANY, ...draft });
  };
  return (
    <form onSubmit={apply} className={styles.stack}>
      <div className={styles.dates}>
        <Field label="From" error={isReversed ? 'This is after the other date.' : issueOf('dateFrom')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={draft.dateFrom}
              onChange={(event) => setDraft({ ...draft, dateFrom: event.target.value })}
            />
          )}
        </Field>
        <Field label="Until" error={issueOf('dateTo')}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={draft.dateTo}
              onChange={(event) => setDraft({ ...draft, dateTo: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className={styles.apply}>
        <Button type="submit" size="small" disabled={!isChanged || isReversed}>
          Apply dates
        </Button>
      </div>
    </form>
  );
}
