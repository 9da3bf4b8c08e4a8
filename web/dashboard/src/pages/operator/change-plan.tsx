import type { OperatedAccount } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useChangePlan } from '../../api/operator';
import { useToast } from '../../design';
import { ReasonDialog } from './reason-dialog';

/** Moves an account to the other plan. */
export function ChangePlan(props: { account: OperatedAccount; isOpen: boolean; onClose: () => void }) {
  return props.isOpen ? <PlanDialog account={props.account} onClose={props.onClose} /> : null;
}

function PlanDialog({ account, onClose }: { account: OperatedAccount; onClose: () => void }) {
  const change = useChangePlan(account.id);
  const toast = useToast();
  // The operator confirms what was read, whatever others change meanwhile.
  const [plan] = useState<OperatedAccount['plan']>(account.plan === 'paid' ? 'free' : 'paid');
  return (
    <ReasonDialog
      isOpen
      title={`Move ${account.email} to the ${plan} plan?`}
      confirmLabel={`Move to ${plan}`}
      onClose={onClose}
      onConfirm={async (reason) => {
        await change.mutateAsync({ plan, reason });
        toast({ text: `${account.email} is on the ${plan} plan.` });
      }}
    >
      <p>
        {plan === 'paid'
          ? 'The account gets unlimited dashboard searches. API and command-line records are billed as before.'
          : 'The account goes back to its free dashboard searches each month and keeps its balance.'}
      </p>
    </ReasonDialog>
  );
}
