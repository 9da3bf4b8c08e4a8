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
          ? 'The account searches in the dashboard without limit. Records of keys and of the command line are paid as before.'
          : 'The account has the free searches of each month in the dashboard again. Its balance stays.'}
      </p>
    </ReasonDialog>
  );
}
