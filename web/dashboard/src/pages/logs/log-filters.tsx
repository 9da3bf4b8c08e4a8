import { ERROR_CODES, STATUS_CLASSES } from '@heliograph/contract';
import type { FormEvent } from 'react';
import { useCliSessions } from '../../api/command-line';
import { useKeys } from '../../api/keys';
import { Button, Field, FindForm, Input, keepFocusNearby, Select } from '../../design';
import { useDraft } from '../activities/filter-panel/use-draft';
import { DAYS, isFiltered, NO_FILTER, TIMES, type LogFilter } from './log-filter';
import styles from './logs.module.css';

const CLASSES: Record<(typeof STATUS_CLASSES)[number], string> = {
  '2xx': 'Succeeded (2xx)',
  '4xx': 'Refused (4xx)',
  '5xx': 'Failed (5xx)',
};

interface LogFiltersProps {
  filter: LogFilter;
  operations: readonly string[];
  retentionDays: number | undefined;
  onChange: (filter: LogFilter) => void;
}

/** The list's filters; each choice applies at once, dates with their button. */
export function LogFilters({ filter, operations, retentionDays, onChange }: LogFiltersProps) {
  const set = (changes: Partial<LogFilter>) => onChange({ ...filter, ...changes });
  const known = operations.includes(filter.operation) ? operations : [...operations, filter.operation].sort();
  return (
    <search className={styles.filters} aria-label="Filter the requests">
      <FindForm
        label="Request ID"
        placeholder="X-Request-Id"
        maxLength={64}
        value={filter.requestId}
        onFind={(requestId) => set({ requestId })}
        className={styles.search}
      />
      <CredentialField value={filter.credential} onChange={(credential) => set({ credential })} />
      <Field label="Status">
        {(control) => (
          <Select {...control} value={filter.status} onChange={({ target }) => set({ status: target.value })}>
            <option value="">All</option>
            {STATUS_CLASSES.map((each) => (
              <option key={each} value={each}>
                {CLASSES[each]}
              </option>
            ))}
            <optgroup label="Error">
              {[...ERROR_CODES, 'abandoned'].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
      <Field label="Operation">
        {(control) => (
          <Select
            {...control}
            value={filter.operation}
            onChange={({ target }) => set({ operation: target.value })}
          >
            <option value="">All</option>
            {known
              .filter((operation) => operation !== '')
              .map((operation) => (
                <option key={operation}>{operation}</option>
              ))}
          </Select>
        )}
      </Field>
      <Field label="Time">
        {(control) => (
          <Select {...control} value={filter.time} onChange={({ target }) => set({ time: target.value })}>
            <option value="">{retentionDays === undefined ? 'All' : `Last ${retentionDays} days`}</option>
            {TIMES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            <option value={DAYS}>Days (UTC)…</option>
          </Select>
        )}
      </Field>
      {filter.time === DAYS && <DayRange from={filter.from} to={filter.to} onApply={set} />}
      {isFiltered(filter) && (
        <Button
          kind="quiet"
          icon="close"
          className={styles.clear}
          onClick={() => {
            keepFocusNearby();
            onChange(NO_FILTER);
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

type Days = Pick<LogFilter, 'from' | 'to'>;

/** Applies on submit: while a year is being typed, browsers report years such as 0002. */
function DayRange({ from, to, onApply }: Days & { onApply: (days: Days) => void }) {
  const [draft, setDraft, isChanged] = useDraft({ from, to });
  const isReversed = draft.from !== '' && draft.to !== '' && draft.from > draft.to;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !isReversed) onApply(draft);
  };
  return (
    <form onSubmit={apply} className={styles.days}>
      <Field label="From" error={isReversed ? 'This is after the other date.' : null}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={draft.from}
            onChange={({ target }) => setDraft({ ...draft, from: target.value })}
          />
        )}
      </Field>
      <Field label="To">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={draft.to}
            onChange={({ target }) => setDraft({ ...draft, to: target.value })}
          />
        )}
      </Field>
      <Button type="submit" aria-disabled={!isChanged || isReversed}>
        Apply dates
      </Button>
    </form>
  );
}

function CredentialField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const keys = useKeys();
  const sessions = useCliSessions();
  const options = [
    ...(keys.data?.items ?? []).map(({ id, name, hint }) => ({ id, label: name || `${hint}…` })),
    ...(sessions.data?.items ?? []).map(({ id, deviceName }) => ({ id, label: deviceName })),
  ];
  const isKnown = value === '' || options.some(({ id }) => id === value);
  return (
    <Field label="Key or device">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">All</option>
          {!isKnown && <option value={value}>{value.slice(0, 8)}…</option>}
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
