import { useSession } from '../../api/session';
import { Notice } from '../../design';

/** The identity provider has not verified the account's address: nothing is sent until it has. */
export function UnverifiedAddress() {
  const { account } = useSession();
  if (!account.isEmailUnverified) return null;
  return (
    <Notice tone="danger" title="The account’s address is not verified">
      The identity provider has not verified {account.email}, so nothing is sent until its user verifies it
      there and signs in again.
    </Notice>
  );
}
