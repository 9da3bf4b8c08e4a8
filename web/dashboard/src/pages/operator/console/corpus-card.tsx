import type { OperatorConsole } from '@heliograph/dashboard-api';
import { DayChart } from '../../../design';
import { MeasuredCard } from './measured-card';

/** Signals published in recent days, by activity date. */
export function CorpusCard({ corpus }: Pick<OperatorConsole, 'corpus'>) {
  return (
    <MeasuredCard title="Signals by activity date" source="Search" measured={corpus}>
      {({ days }) => (
        <DayChart
          label="Signals by day"
          unit="signal"
          chart={{
            series: [{ id: 'signals', label: 'Signals' }],
            days: days.map(({ date, signals }) => ({ date, values: { signals } })),
          }}
        />
      )}
    </MeasuredCard>
  );
}
