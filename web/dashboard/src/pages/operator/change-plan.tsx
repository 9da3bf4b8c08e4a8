import type { OperatedAccount } from '@heliograph/dashboard-api';
import { useChangePlan } from '../../api/operator';
import { useToast } from '../../design';
import { ReasonDialog } from './reason-dialog';

/** Moves an account to the other plan. */
export function ChangePlan({
  account,
  isOpen,
  onClose,
}: {
  account: OperatedAccount;
  isOpen: boolean;
  onClose: () => void;
}) {
  const change = useChangePlan(account.id);
  const toast = useToast();
  const plan = account.plan === 'paid' ? 'free' : 'paid';
  return (
    <ReasonDialog
      isOpen={isOpen}
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
