import type { OperatorConsole } from '@heliograph/dashboard-api';
import { Card, EmptyState, formatQuantity, Table } from '../../../design';
import styles from './console.module.css';
import { MeasuredCard } from './measured-card';

const TITLE = 'Refused API requests, 24 hours';

/** Refused and failed requests by error code. */
export function RefusalsCard({ refusals }: Pick<OperatorConsole, 'refusals'>) {
  if (refusals === null)
    return (
      <Card title={TITLE}>
        <EmptyState icon="chart" title="Not connected">
          <p>
            The gateway counts them; set <code>PROMETHEUS_URL</code> of the dashboard to show them here.
          </p>
        </EmptyState>
      </Card>
    );
  return (
    <MeasuredCard title={TITLE} source="Prometheus" measured={refusals} isFlush>
      {(rows) =>
        rows.length === 0 ? (
          <p className={styles.empty}>None.</p>
        ) : (
          <Table
            caption="Refused requests by error code"
            columns={[
              { id: 'code', header: 'Code', isHeading: true, cell: ({ code }) => <code>{code}</code> },
              {
                id: 'requests',
                header: 'Requests',
                align: 'end',
                cell: ({ requests }) => formatQuantity(requests, 'request'),
              },
            ]}
            rows={rows}
            rowId={({ code }) => code}
            phone="scroll"
          />
        )
      }
    </MeasuredCard>
  );
}
