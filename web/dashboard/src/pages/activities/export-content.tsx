import { MICROS_PER_RECORD } from '@heliograph/contract';
import { useState } from 'react';
import { useOverview } from '../../api/overview';
import {
  ButtonLink,
  CodeBlock,
  DialogActions,
  DialogBody,
  dollarsOf,
  Facts,
  formatCount,
  formatDollars,
  formatQuantity,
  Notice,
  Segments,
} from '../../design';
import { asExport, EXPORT_FORMATS, type ExportFormat } from './domain/as-export';
import type { ActivityFilters } from './domain/filters';
import { recordsLeft } from './domain/records-left';

export interface ExportProps {
  filters: ActivityFilters;
  /** Number of matching activities; undefined if unknown or for a semantic ranking. */
  total: number | undefined;
}

/** The price of an export, and its command. */
export default function ExportContent({ filters, total }: ExportProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { data: overview } = useOverview();
  const left = overview && recordsLeft(overview);
  return (
    <>
      <DialogBody>
        <Facts
          facts={[
            { term: 'Activities', value: total === undefined ? 'Not known in advance' : formatCount(total) },
            {
              term: 'Price',
              value: total === undefined ? 'One record each' : priceOf(total),
            },
            {
              term: 'Command-line records left',
              value: left === undefined ? '…' : formatQuantity(left, 'record'),
            },
          ]}
        />
        {left !== undefined && total !== undefined && left < total && (
          <Notice tone="warning" title="You do not have enough records for the whole export">
            Top up, let the balance pay for the command line, or export a part with <code>--max-records</code>
            .
          </Notice>
        )}
        <Segments label="Format" options={EXPORT_FORMATS} value={format} onChange={setFormat} />
        <CodeBlock
          label="Export command"
          tabs={[{ label: 'signals', code: asExport(filters, format, total) }]}
          isWrapped
        />
        <p>
          The command asks before it uses a record, shows its progress, and writes the file with its count and
          SHA-256. You can stop it at any time: the same command resumes the export and pays for nothing
          twice.
        </p>
      </DialogBody>
      <DialogActions>
        <ButtonLink to="/command-line" icon="terminal">
          Install and log in
        </ButtonLink>
      </DialogActions>
    </>
  );
}

function priceOf(records: number): string {
  const most = formatDollars(dollarsOf(BigInt(records) * BigInt(MICROS_PER_RECORD)));
  return `${formatQuantity(records, 'record')}, at most ${most}`;
}
