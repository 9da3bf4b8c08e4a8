import type { OperatorConsole } from '@heliograph/dashboard-api';
import { Badge, Facts } from '../../../design';
import styles from './console.module.css';
import { MeasuredCard } from './measured-card';
import { semanticState } from './states';

/** Which services are ready, and whether semantic search works. */
export function ServicesCard({ services }: Pick<OperatorConsole, 'services'>) {
  return (
    <MeasuredCard title="Services" source="Their own health checks" measured={services}>
      {({ items, semanticSearch }) => {
        const semantic = semanticState(semanticSearch);
        return (
          <>
            <ul className={styles.services}>
              {items.map(({ name, isReady }) => (
                <li key={name} className={styles.service}>
                  <span>{name}</span>
                  <Badge tone={isReady ? 'success' : 'danger'}>{isReady ? 'Ready' : 'Not ready'}</Badge>
                </li>
              ))}
            </ul>
            <div className={styles.facts}>
              <Facts
                facts={[
                  {
                    term: 'Semantic search',
                    value: <Badge tone={semantic.tone}>{semantic.text}</Badge>,
                  },
                  { term: 'For everyone', value: <a href="/status">Status page</a> },
                ]}
              />
            </div>
          </>
        );
      }}
    </MeasuredCard>
  );
}
