import type { Measured } from '@heliograph/dashboard-api';
import type { ReactNode } from 'react';
import { Card, EmptyState, Time } from '../../../design';

/** A card of figures with their time of measurement, or why there are none. */
export function MeasuredCard<Value>({
  title,
  source,
  measured,
  isFlush,
  children,
}: {
  title: string;
  /** Where the figures come from. */
  source: string;
  measured: Measured<Value>;
  isFlush?: boolean;
  children: (value: Value) => ReactNode;
}) {
  const isMissing = 'failure' in measured;
  return (
    <Card
      title={title}
      isFlush={isFlush && !isMissing}
      description={
        <>
          {source}, <Time at={measured.at} style="relative" />
        </>
      }
    >
      {isMissing ? (
        <EmptyState icon="warning" title="Not measured">
          <p>{measured.failure} It retries automatically.</p>
        </EmptyState>
      ) : (
        children(measured.value)
      )}
    </Card>
  );
}
