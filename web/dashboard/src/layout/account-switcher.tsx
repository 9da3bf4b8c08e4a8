import type { OwnAccount, SessionState } from '@heliograph/dashboard-api';
import { describeFailure } from '../api/errors';
import { startOver } from '../api/client';
import { useSwitchAccount } from '../api/members';
import { Icon, useToast } from '../design';
import styles from './account-switcher.module.css';
import { accountLabel, ROLE_TEXTS } from './member-roles';

/** Lets the user switch accounts. Renders nothing for users with only one. */
export function AccountSwitcher({ session: { account, accounts } }: { session: SessionState }) {
  const change = useSwitchAccount();
  const toast = useToast();
  if (accounts.length < 2) return null;
  const choose = ({ id }: OwnAccount) => {
    if (change.isPending || id === account.id) return;
    change.mutate(id, {
      onSuccess: startOver,
      onError: (error) => toast({ tone: 'danger', text: describeFailure(error) }),
    });
  };
  return (
    <div role="group" aria-label="Accounts" className={styles.accounts}>
      {accounts.map((each) => (
        <button
          key={each.id}
          type="button"
          className={styles.account}
          aria-current={each.id === account.id || undefined}
          disabled={change.isPending}
          onClick={() => choose(each)}
        >
          <span className={styles.words}>
            <bdi className={styles.name}>{accountLabel(each)}</bdi>
            <span className={styles.role}>{ROLE_TEXTS[each.memberRole].label}</span>
          </span>
          {each.id === account.id && <Icon name="check" size={18} />}
        </button>
      ))}
    </div>
  );
}
