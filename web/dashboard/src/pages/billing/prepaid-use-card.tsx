import type { BillingState, PrepaidUseBody } from '@heliograph/dashboard-api';
import { PAGE_SIZE } from '../../api/activities';
import { usePrepaidUse } from '../../api/billing';
import { describeFailure } from '../../api/errors';
import { Card, Checkbox, FieldGroup, formatDollars, formatQuantity, Notice, useToast } from '../../design';
import { costOf } from '../activities/domain/cost';
import styles from './billing-page.module.css';
import { useSaveQueue } from './use-save-queue';

/** What the prepaid balance pays for besides API keys: two switches, each saved immediately. */
export function PrepaidUseCard({ state }: { state: BillingState }) {
  const { prepaidUse, pricePerRecord, balance, cli, web, subscription } = state;
  const save = usePrepaidUse();
  const say = useToast();
  const price = formatDollars(pricePerRecord);
  const changes = useSaveQueue(async (body: PrepaidUseBody) => {
    await save.mutateAsync(body);
    say({ text: 'Saved. It applies from the next request.' });
  });
  // Show the choice immediately; the response or the failure then decides.
  const shown = { ...prepaidUse, ...changes.unsaved };
  return (
    <Card title="Other uses of your balance" description="API keys always use it, after their free records.">
      <div className={styles.choices}>
        <FieldGroup legend="Use my prepaid balance for">
          <Checkbox
            label="The command line"
            hint={`${price} a record, once the ${subscription ? 'subscription’s' : 'free'} records are used up: ${formatQuantity(cli.remaining, 'record')} left.`}
            checked={shown.cli}
            onChange={(event) => changes.add({ cli: event.target.checked })}
          />
          <Checkbox
            label="Searches in Activities"
            hint={
              web === null
                ? 'Not needed now: your account has unlimited searches.'
                : `${price} for each activity shown, up to ${formatDollars(costOf(PAGE_SIZE, pricePerRecord))} a page, beyond the ${web.granted} free searches of a month: ${web.remaining} left.`
            }
            checked={shown.web}
            onChange={(event) => changes.add({ web: event.target.checked })}
          />
        </FieldGroup>
        {save.isError && (
          <Notice tone="danger" live="alert">
            {describeFailure(save.error)}
          </Notice>
        )}
        {(shown.cli || (shown.web && web !== null)) && balance.records === 0 && (
          <Notice tone="warning">Your balance is empty. This has no effect until you top up.</Notice>
        )}
      </div>
    </Card>
  );
}
