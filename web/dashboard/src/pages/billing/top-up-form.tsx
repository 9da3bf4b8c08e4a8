import type { BillingState } from '@heliograph/dashboard-api';
import { type FormEvent, useRef, useState } from 'react';
import { useBillingEntries, useTopUp } from '../../api/billing';
import { describeFailure, issueOf } from '../../api/errors';
import { navigateAway } from '../../api/session';
import { Button, Field, focusFirstInvalid, formatDollars, formatQuantity, Input, Notice } from '../../design';
import { saveStartedTopUp } from './started-top-up';
import { checkAmount, PRESETS, recordsFor } from './top-up-amount';
import styles from './top-up-form.module.css';

/** An amount, and a button to the checkout. */
export function TopUpForm({ state }: { state: BillingState }) {
  const [typed, setTyped] = useState('25');
  const [ownIssue, setOwnIssue] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const entries = useBillingEntries();
  const topUp = useTopUp();
  const checked = checkAmount(typed, state);

  if (state.payments === 'none')
    return (
      <Notice title="Top-ups are not set up here">
        Ask the operator of this installation to credit your account.
      </Notice>
    );

  const choose = (amount: string) => {
    setTyped(amount);
    setOwnIssue(null);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (topUp.isPending || isLeaving) return;
    setOwnIssue(checked.issue ?? null);
    if (checked.issue !== undefined) {
      focusFirstInvalid(form);
      return;
    }
    const { amountUsd } = checked;
    topUp.mutate(
      { amountUsd },
      {
        onSuccess: ({ checkoutUrl }) => {
          const lastEntryId = entries.data?.pages[0]?.items[0]?.id ?? null;
          // Without a known start, every entry would look new.
          if (entries.data) saveStartedTopUp({ amountUsd, lastEntryId }, window);
          setLeaving(true);
          navigateAway(checkoutUrl);
        },
      },
    );
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.form}>
      <div role="group" aria-label="Amounts" className={styles.presets}>
        {PRESETS.filter((preset) => checkAmount(preset, state).issue === undefined).map((preset) => (
          <Button
            key={preset}
            aria-pressed={checked.amountUsd === preset}
            className={checked.amountUsd === preset ? styles.chosen : undefined}
            onClick={() => choose(preset)}
          >
            ${preset}
          </Button>
        ))}
      </div>
      <Field
        label="Amount in US dollars"
        hint={`From ${formatDollars(state.minimumTopUp)} to ${formatDollars(state.maximumTopUp)}`}
        error={ownIssue ?? issueOf(topUp.error, 'amountUsd')}
      >
        {(control) => (
          <Input
            {...control}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => choose(event.target.value)}
            onBlur={() => typed !== '' && setOwnIssue(checked.issue ?? null)}
          />
        )}
      </Field>
      <p className={styles.records} aria-live="polite">
        {checked.amountUsd === undefined
          ? '\u00a0'
          : `Buys ${formatQuantity(recordsFor(checked.amountUsd, state.pricePerRecord), 'record')}.`}
      </p>
      {topUp.isError && (
        <Notice tone="danger" live="alert">
          {describeFailure(topUp.error)}
        </Notice>
      )}
      <Button kind="primary" type="submit" isBusy={topUp.isPending || isLeaving}>
        {checked.amountUsd === undefined ? 'Top up' : `Top up ${formatDollars(checked.amountUsd)}`}
      </Button>
    </form>
  );
}
