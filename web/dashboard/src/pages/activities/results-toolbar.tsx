import { useState } from 'react';
import { Button } from '../../design';
import styles from './activities.module.css';
import { CopyLink } from './copy-link';
import type { ActivityFilters } from './domain/filters';
import { ExportSearch } from './export-search';
import { SaveSearchButton, type SaveSearch } from './save-search';

interface ResultsToolbarProps {
  filters: ActivityFilters;
  filterCount: number;
  /** How many activities there are, in words; empty until known. */
  counted: string;
  /** Undefined until known. */
  total: number | undefined;
  /** Part of the URL cannot be used: without it, it would be a different search. */
  hasIssues: boolean;
  saving: SaveSearch;
  /** Undefined if the filters are shown anyway. */
  onOpenFilters: (() => void) | undefined;
  onShare: () => void;
}

/** The number of results, and what to do with the search. */
export function ResultsToolbar({
  filters,
  filterCount,
  counted,
  total,
  hasIssues,
  saving,
  onOpenFilters,
  onShare,
}: ResultsToolbarProps) {
  const [isExporting, setExporting] = useState(false);
  return (
    <div className={styles.toolbar}>
      <h2 className="visually-hidden">Results</h2>
      <p className={styles.count} role="status">
        {counted}
      </p>
      <div className={styles.tools}>
        {onOpenFilters ? (
          <Button icon="filter" size="small" aria-haspopup="dialog" onClick={onOpenFilters}>
            {filterCount > 0 ? `Filters (${filterCount})` : 'Filters'}
          </Button>
        ) : (
          <CopyLink />
        )}
        {filters.semantic === '' && <SaveSearchButton of={saving} isDisabled={hasIssues} />}
        <Button
          icon="download"
          size="small"
          aria-haspopup="dialog"
          disabled={hasIssues}
          onClick={() => setExporting(true)}
        >
          Export
        </Button>
        <Button icon="terminal" size="small" aria-haspopup="dialog" disabled={hasIssues} onClick={onShare}>
          API and CLI
        </Button>
      </div>
      <ExportSearch
        isOpen={isExporting}
        filters={filters}
        total={total}
        onClose={() => setExporting(false)}
      />
    </div>
  );
}
