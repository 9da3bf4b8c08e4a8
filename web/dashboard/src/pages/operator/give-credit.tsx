import type { OperatedAccount } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useCredit } from '../../api/operator';
import { Field, formatDollars, Input, useToast } from '../../design';
import { createCreditReference } from './credit-reference';
import { readDollars } from './operator-form';
import { ReasonDialog } from './reason-dialog';

/** Adds to an account's prepaid balance. */
export function GiveCredit(props: { account: OperatedAccount; isOpen: boolean; onClose: () => void }) {
  // Reset each time it opens, most importantly the reference.
  return props.isOpen ? <CreditDialog account={props.account} onClose={props.onClose} /> : null;
}

function CreditDialog({ account, onClose }: { account: OperatedAccount; onClose: () => void }) {
  const [amount, setAmount] = useState('');
  const [reference] = useState(() => createCreditReference(new Date()));
  const credit = useCredit(account.id);
  const toast = useToast();
  const amountUsd = readDollars(amount);
  return (
    <ReasonDialog
      isOpen
      title={`Credit ${account.email}`}
      confirmLabel={amountUsd === undefined ? 'Credit' : `Credit ${formatDollars(amountUsd)}`}
      issue={amountUsd === undefined ? 'Enter an amount in dollars, such as 25 or 25.50.' : undefined}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { isNew, balance } = await credit.mutateAsync({ amountUsd: amountUsd!, reason, reference });
        toast({
          text: isNew
            ? `${account.email} now has ${formatDollars(balance)}.`
            : `This credit was already given. The balance is ${formatDollars(balance)}.`,
        });
      }}
    >
      {(issue) => (
        <>
          <Field
            label="Amount"
            hint="Added to the prepaid balance immediately. It is not a payment and has no receipt."
            error={issue}
          >
            {(control) => (
              <Input
                {...control}
                prefix="$"
                inputMode="decimal"
                value={amount}
                placeholder="25.00"
                maxLength={20}
                autoComplete="off"
                data-autofocus
                onChange={(event) => setAmount(event.target.value)}
              />
            )}
          </Field>
          <Field label="Reference" hint="The same reference never credits twice.">
            {(control) => <Input {...control} value={reference} readOnly />}
          </Field>
        </>
      )}
    </ReasonDialog>
  );
}
