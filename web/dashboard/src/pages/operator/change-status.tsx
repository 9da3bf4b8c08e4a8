import type { AccountStatus, OperatedAccount } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useChangeStatus } from '../../api/operator';
import { FieldGroup, Radio, useToast } from '../../design';
import { ReasonDialog } from './reason-dialog';

const CHOICES: readonly { status: AccountStatus; label: string; hint: string; done: string }[] = [
  { status: 'active', label: 'Active', hint: 'Keys, devices, and browsers work.', done: 'active again' },
  {
    status: 'suspended',
    label: 'Suspended',
    hint:
      'Temporary, for example after unusual traffic. Everything is refused immediately; keys and balance ' +
      'stay.',
    done: 'suspended',
  },
  {
    status: 'disabled',
    label: 'Disabled',
    hint: 'Long-term, for example after a customer leaves. Same effect, and you can undo it here.',
    done: 'disabled',
  },
];

/** Suspends, disables, or enables an account. */
export function ChangeStatus({
  account,
  isOpen,
  onClose,
}: {
  account: OperatedAccount;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<AccountStatus | null>(null);
  const change = useChangeStatus(account.id);
  const toast = useToast();
  const close = () => {
    setChosen(null);
    onClose();
  };
  return (
    <ReasonDialog
      isOpen={isOpen}
      title={`Change the status of ${account.email}`}
      confirmLabel="Change status"
      isDanger={chosen === 'suspended' || chosen === 'disabled'}
      issue={chosen === null || chosen === account.status ? 'Choose another status.' : undefined}
      onClose={close}
      onConfirm={async (reason) => {
        const choice = CHOICES.find(({ status }) => status === chosen)!;
        await change.mutateAsync({ status: choice.status, reason });
        toast({ text: `${account.email} is ${choice.done}.` });
      }}
    >
      <FieldGroup legend="Status">
        {CHOICES.map(({ status, label, hint }) => (
          <Radio
            key={status}
            name="account-status"
            label={status === account.status ? `${label} (now)` : label}
            hint={hint}
            checked={(chosen ?? account.status) === status}
            onChange={() => setChosen(status)}
          />
        ))}
      </FieldGroup>
    </ReasonDialog>
  );
}
