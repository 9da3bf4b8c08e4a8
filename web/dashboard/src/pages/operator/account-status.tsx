import type { AccountStatus, OperatedAccount } from '@heliograph/dashboard-api';
import { Badge, type Tone } from '../../design';

const STATUS: Record<AccountStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  suspended: { label: 'Suspended', tone: 'warning' },
  disabled: { label: 'Disabled', tone: 'danger' },
};

export function StatusBadge({ status }: { status: AccountStatus }) {
  const { label, tone } = STATUS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

export function PlanBadge({ plan }: { plan: OperatedAccount['plan'] }) {
  return <Badge tone={plan === 'paid' ? 'info' : 'neutral'}>{plan === 'paid' ? 'Paid' : 'Free'}</Badge>;
}
