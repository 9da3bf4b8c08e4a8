import { useSession } from '../../api/session';
import { Notice } from '../../design';

/** The identity provider has not verified the user's address: nothing is sent until it has. */
export function UnverifiedAddress() {
  const { account } = useSession();
  if (!account.isEmailUnverified) return null;
  return (
    <Notice tone="danger" title="Your email is not verified">
      Your identity provider has not verified {account.email}, so nothing is sent. Verify it there, then sign
      in again.
    </Notice>
  );
}
