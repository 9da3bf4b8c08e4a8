import type { MailRefusal } from '@heliograph/dashboard-api';
import { Button, Notice, Time } from '../../design';

/** A mail server refuses the account's address: nothing is sent until a user retries. */
export function RefusedAddress({
  refusal,
  email,
  isBusy,
  onRetry,
}: {
  refusal: MailRefusal | null;
  email: string;
  isBusy: boolean;
  onRetry: () => void;
}) {
  if (!refusal) return null;
  const { at, status } = refusal;
  return (
    <Notice
      tone="danger"
      title="The account’s address was refused"
      action={
        <Button size="small" icon="refresh" isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {status === null ? (
        <>No email can be sent to {email}.</>
      ) : (
        <>
          A mail server refused email to {email} <Time at={at} style="relative" /> (SMTP {status}).
        </>
      )}{' '}
      Nothing is sent until you try again or the account’s user signs in with another address. Anything missed
      is then sent.
    </Notice>
  );
}
