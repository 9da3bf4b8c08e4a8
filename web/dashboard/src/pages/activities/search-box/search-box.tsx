import { SEARCH_PARAMETERS } from '@heliograph/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button, Icon, Segments } from '../../../design';
import type { ActivityFilters } from '../domain/filters';
import { SHORTEST_MEANING } from '../domain/search-words';
import { useDraft } from '../filter-panel/use-draft';
import styles from './search-box.module.css';
import { SearchTips } from './search-tips';

type Mode = 'keyword' | 'semantic';

interface SearchBoxProps {
  filters: ActivityFilters;
  issue: string | undefined;
  onSearch: (change: Pick<ActivityFilters, 'q' | 'semantic'>) => void;
  /** Shown next to the mode switch. */
  children?: ReactNode;
}

/** Input for the words or the meaning to search for. */
export function SearchBox({ filters, issue, onSearch, children }: SearchBoxProps) {
  const applied = filters.semantic === '' ? 'keyword' : 'semantic';
  const [draft, setDraft] = useDraft<{ mode: Mode; text: string }>({
    mode: applied,
    text: filters.semantic || filters.q,
  });
  const [ownIssue, setOwnIssue] = useState<string | undefined>();
  const id = useId();
  const isSemantic = draft.mode === 'semantic';
  const shownIssue = ownIssue ?? issue;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = draft.text.trim();
    if (isSemantic && text !== '' && [...text].length < SHORTEST_MEANING) {
      setOwnIssue(`Describe it with at least ${SHORTEST_MEANING} characters.`);
      return;
    }
    // Words added to a semantic search stay as a filter; words that were the search itself are replaced by the meaning.
    const beside = applied === 'semantic' && isSemantic ? filters.q : '';
    onSearch(isSemantic ? { semantic: text, q: beside } : { semantic: '', q: text });
  };
  const change = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next });
    setOwnIssue(undefined);
  };
  return (
    <search className={styles.box}>
      <form onSubmit={submit} aria-label="Activities">
        <div className={styles.line}>
          <label className="visually-hidden" htmlFor={id}>
            {isSemantic ? 'What it is about' : 'Words in the title'}
          </label>
          <div className={styles.field}>
            <Icon name="search" size={18} />
            <input
              id={id}
              type="search"
              enterKeyHint="search"
              className={styles.input}
              value={draft.text}
              maxLength={SEARCH_PARAMETERS[isSemantic ? 'semantic' : 'q'].maximum}
              autoComplete="off"
              placeholder={
                isSemantic
                  ? 'Describe it: machines that unload ships'
                  : 'Words in titles: robots "series a" -layoffs'
              }
              aria-describedby={shownIssue ? `${id}-issue` : undefined}
              aria-invalid={shownIssue ? true : undefined}
              onChange={(event) => change({ text: event.target.value })}
            />
          </div>
          <Button kind="primary" type="submit">
            Search
          </Button>
        </div>
        {shownIssue && (
          <p className={styles.issue} id={`${id}-issue`} role="alert">
            {shownIssue}
          </p>
        )}
        <div className={styles.below}>
          <Segments<Mode>
            label="Search by"
            value={draft.mode}
            options={[
              { value: 'keyword', label: 'Keywords' },
              { value: 'semantic', label: 'Meaning' },
            ]}
            onChange={(mode) => change({ mode })}
          />
          <SearchTips mode={draft.mode}>{children}</SearchTips>
        </div>
      </form>
    </search>
  );
}
