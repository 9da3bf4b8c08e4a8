import type { Alerts, AlertsBody } from '@heliograph/dashboard-api';
import { useAlerts, useSetAlerts } from '../../api/billing';
import { describeFailure } from '../../api/errors';
import { useMay } from '../../api/members';
import {
  Card,
  Checkbox,
  ErrorState,
  Field,
  FieldGroup,
  formatDollars,
  Notice,
  Select,
  useToast,
} from '../../design';
import { RefusedAddress } from '../mail/refused-address';
import { UnverifiedAddress } from '../mail/unverified-address';
import styles from './billing-page.module.css';
import { useSaveQueue } from './use-save-queue';

const AMOUNTS = [2, 5, 10, 25, 50, 100, 250];

/** What to email to the account's address. Renders nothing if no email is sent, or until that is known. */
export function AlertsCard() {
  const alerts = useAlerts();
  if (!alerts.data) {
    if (!alerts.isError) return null;
    return (
      <Card isFlush title="Email alerts">
        <ErrorState
          title="The email alerts could not be loaded"
          error={alerts.error}
          onRetry={() => void alerts.refetch()}
        />
      </Card>
    );
  }
  if (!alerts.data.isAvailable) return null;
  return (
    <Card
      title="Email alerts"
      description={`Sent to the account’s address, ${alerts.data.email}, within a few minutes.`}
    >
      <AlertsForm alerts={alerts.data} />
    </Card>
  );
}

function AlertsForm({ alerts }: { alerts: Alerts }) {
  const mayChoose = useMay('setAlerts');
  const save = useSetAlerts();
  const toast = useToast();
  const { usage, balanceBelow, email, refusal } = alerts;
  const changes = useSaveQueue(async (body: AlertsBody) => {
    await save.mutateAsync(body);
    toast({ text: 'The alerts were saved.' });
  });
  // Show the choice immediately; the response or the failure then decides.
  const shown = { usage, balanceBelow, ...changes.unsaved };
  const amounts = [...new Set([...AMOUNTS, ...(shown.balanceBelow === null ? [] : [shown.balanceBelow])])];
  return (
    <div className={styles.choices}>
      <UnverifiedAddress />
      {mayChoose && (
        <RefusedAddress
          refusal={refusal}
          email={email}
          isBusy={save.isPending}
          onRetry={() => changes.add({})}
        />
      )}
      <FieldGroup legend="Send an alert">
        <Checkbox
          label="When records run out"
          hint="At 50, 80, and 100% of the free API records, and of a key’s monthly cap."
          disabled={!mayChoose}
          checked={shown.usage}
          onChange={(event) => changes.add({ usage: event.target.checked })}
        />
      </FieldGroup>
      <Field label="When the balance falls below" hint="Once a month.">
        {(control) => (
          <Select
            {...control}
            disabled={!mayChoose}
            value={shown.balanceBelow ?? ''}
            onChange={({ target }) =>
              changes.add({ balanceBelow: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">Never</option>
            {amounts
              .sort((left, right) => left - right)
              .map((amount) => (
                <option key={amount} value={amount}>
                  {formatDollars(String(amount))}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {save.isError && (
        <Notice tone="danger" live="alert">
          {describeFailure(save.error)}
        </Notice>
      )}
    </div>
  );
}
