import { TOP_UP_PAUSES, type TopUpPause } from '@heliograph/contract';
import type { AutoTopUp, AutoTopUpBody } from '@heliograph/dashboard-api';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAutoTopUp, useRemoveCard, useSaveCard, useSetAutoTopUp } from '../../api/billing';
import { describeFailure, issueOf } from '../../api/errors';
import { useMay } from '../../api/members';
import { navigateAway } from '../../api/session';
import {
  Button,
  Card,
  ConfirmDialog,
  ErrorState,
  Field,
  focusFirstInvalid,
  formatDollars,
  Input,
  keepFocusNearby,
  Money,
  Notice,
  useToast,
} from '../../design';
import { mergeTyped, typedOf, wholeDollars } from './auto-top-up-amounts';
import styles from './auto-top-up-card.module.css';

const POLL_MS = 2000;
/** How long to wait for a replacement card: the same card may be saved again, so its arrival may not show. */
const REPLACEMENT_MS = 60_000;
const DEFAULT = { balanceBelow: 10, amount: 50, monthlyCap: 200 };

const REMEDIES: Readonly<Record<TopUpPause, string>> = {
  declined: 'Use another card, or turn it on again to retry.',
  authentication_required: 'Use another card.',
  unavailable: 'You were not charged. Turn it on to retry.',
  refunded: 'Turn it on again when that is settled.',
};

/**
 * The setting. After returning from saving a card, polls until there is a card, or a different one. The provider may
 * notify the server before or after the browser returns.
 */
function useReturnedCard() {
  const [parameters, setParameters] = useSearchParams();
  const [isReturned, setReturned] = useState(() => parameters.get('card') === 'saved');
  const found = useAutoTopUp(isReturned ? POLL_MS : false);
  const card = found.data?.card;
  const hasCard = card !== undefined && card !== null;
  const [first, setFirst] = useState<{ card: string | null; at: number }>();
  if (isReturned && card !== undefined) {
    if (!first) setFirst({ card, at: found.dataUpdatedAt });
    // Stop for good: do not wait again if the card is removed later or the page is reloaded.
    else if (card !== first.card || (hasCard && found.dataUpdatedAt > first.at + REPLACEMENT_MS))
      setReturned(false);
  }
  useEffect(() => {
    if (!hasCard || !parameters.has('card')) return;
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('card');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [hasCard, parameters, setParameters]);
  return { isAwaited: isReturned && !hasCard, found };
}

/**
 * Top-ups with a saved card when the balance runs low. Renders nothing if they are not offered, or until that is known.
 */
export function AutoTopUpCard() {
  const { isAwaited, found } = useReturnedCard();
  const setting = found.data;
  if (!setting) {
    if (!found.isError) return null;
    return (
      <Card isFlush title="Automatic top-up">
        <ErrorState
          title="Automatic top-up could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      </Card>
    );
  }
  if (!setting.isAvailable) return null;
  return (
    <Card
      title="Automatic top-up"
      description="Buys credit with a saved card when the balance runs low, up to three times a day."
    >
      <div className={styles.content}>
        {setting.pause && (
          <Notice tone="danger" title={`Automatic top-up was turned off: ${TOP_UP_PAUSES[setting.pause]}`}>
            {REMEDIES[setting.pause]}
          </Notice>
        )}
        {isAwaited && <Notice live="status" title="Waiting for the card to be confirmed…" />}
        <SavedCard setting={setting} />
        {setting.card !== null && <AutoTopUpForm setting={setting} />}
      </div>
    </Card>
  );
}

function SavedCard({ setting: { card } }: { setting: AutoTopUp }) {
  const canPay = useMay('saveCard');
  const canRemove = useMay('removeCard');
  const save = useSaveCard();
  const [isRemoving, setRemoving] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const begin = () =>
    save.mutate(undefined, {
      onSuccess: ({ checkoutUrl }) => {
        setLeaving(true);
        navigateAway(checkoutUrl);
      },
    });
  return (
    <>
      <div className={styles.card}>
        <p>{card ?? 'No card saved. You add one on Stripe’s website; we never see its number.'}</p>
        {canPay && (
          <div className={styles.actions}>
            <Button
              kind={card === null ? 'primary' : 'secondary'}
              isBusy={save.isPending || isLeaving}
              onClick={begin}
            >
              {card === null ? 'Save a card' : 'Use another card'}
            </Button>
            {card !== null && canRemove && (
              <Button kind="quietDanger" onClick={() => setRemoving(true)}>
                Remove card
              </Button>
            )}
          </div>
        )}
      </div>
      {card !== null && <RemoveCard card={card} isOpen={isRemoving} onClose={() => setRemoving(false)} />}
      {save.isError && (
        <Notice tone="danger" live="alert">
          {describeFailure(save.error)}
        </Notice>
      )}
    </>
  );
}

function RemoveCard({ card, isOpen, onClose }: { card: string; isOpen: boolean; onClose: () => void }) {
  const remove = useRemoveCard();
  const toast = useToast();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Remove “${card}”?`}
      confirmLabel="Remove card"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync();
        toast({ text: `${card} was removed.` });
      }}
    >
      Automatic top-up is turned off, and the card is no longer charged. A payment that has already begun is
      still credited. You can save a card again at any time.
    </ConfirmDialog>
  );
}

const FIELDS = [
  ['balanceBelow', 'If the balance falls below'],
  ['amount', 'Buy'],
  ['monthlyCap', 'Monthly limit (UTC)'],
] as const;

function AutoTopUpForm({ setting }: { setting: AutoTopUp }) {
  const { isOn, choice, monthAmount } = setting;
  const canPay = useMay('setAutoTopUp');
  const [typed, setTyped] = useState(() => typedOf(choice ?? DEFAULT));
  const [shown, setShown] = useState(choice);
  // Another member may have changed the setting. Using it as the form's key would lose the focus on saving.
  if (shown !== choice) {
    setShown(choice);
    setTyped(mergeTyped(typed, shown ?? DEFAULT, choice ?? DEFAULT));
  }
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useSetAutoTopUp();
  const toast = useToast();
  const send = (body: AutoTopUpBody) =>
    save.mutate(body, {
      onSuccess: () => {
        setChecked(false);
        toast({ text: body.isOn ? 'Automatic top-up is on.' : 'Automatic top-up is off.' });
      },
      onError: () => focusFirstInvalid(form),
    });
  const isSaving = (isOn: boolean) => save.isPending && save.variables.isOn === isOn;
  const turnOff = () => {
    if (save.isPending) return;
    keepFocusNearby();
    send({ isOn: false });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setChecked(true);
    const balanceBelow = wholeDollars(typed.balanceBelow);
    const amount = wholeDollars(typed.amount);
    const monthlyCap = wholeDollars(typed.monthlyCap);
    if (balanceBelow === undefined || amount === undefined || monthlyCap === undefined) {
      focusFirstInvalid(form);
      return;
    }
    const amounts = { balanceBelow, amount, monthlyCap };
    setTyped(typedOf(amounts));
    // Saving amounts must not undo that it was turned off meanwhile.
    send({ isOn: true, onlyIfOn: isOn, ...amounts });
  };
  const dollars = wholeDollars(typed.amount);
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.content}>
      <div className={styles.fields}>
        {FIELDS.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            error={
              isChecked && wholeDollars(typed[name]) === undefined
                ? 'Must be a whole number of dollars.'
                : issueOf(save.error, name)
            }
          >
            {(control) => (
              <Input
                {...control}
                prefix="$"
                inputMode="numeric"
                autoComplete="off"
                disabled={!canPay}
                value={typed[name]}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <p className={styles.note}>
        {isOn ? (
          <>
            It is on, and bought <Money amount={monthAmount} /> this month.
          </>
        ) : (
          `It is off. If the balance is already below the first amount, it buys ${
            dollars === undefined ? 'credit' : formatDollars(String(dollars))
          } as soon as you turn it on.`
        )}
      </p>
      {save.isError && (
        <Notice tone="danger" live="alert">
          {describeFailure(save.error)}
        </Notice>
      )}
      {canPay && (
        <div className={styles.actions}>
          <Button kind="primary" type="submit" isBusy={isSaving(true)}>
            {isOn ? 'Save' : 'Turn on'}
          </Button>
          {isOn && (
            <Button isBusy={isSaving(false)} onClick={turnOff}>
              Turn off
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
