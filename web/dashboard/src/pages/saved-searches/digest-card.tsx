import type { Digest, DigestFrequency } from '@heliograph/dashboard-api';
import { useDigest, useSetDigest } from '../../api/saved-searches';
import { Button, Card, ErrorState, FailureNotice, Field, Notice, Select, Time, useToast } from '../../design';
import { useSaveQueue } from '../billing/use-save-queue';
import { RefusedAddress } from '../mail/refused-address';
import { UnverifiedAddress } from '../mail/unverified-address';
import styles from './saved-searches.module.css';

const CHOICES: Readonly<Record<DigestFrequency, string>> = {
  none: 'No email',
  daily: 'Daily',
  weekly: 'Weekly, on Mondays',
};

/** How often the saved search is sent by email. Renders nothing if no email is sent, or until that is known. */
export function DigestCard({ id }: { id: string }) {
  const digest = useDigest(id);
  if (!digest.data) {
    if (!digest.isError) return null;
    return (
      <Card isFlush title="Email digest">
        <ErrorState
          title="The email digest could not be loaded"
          error={digest.error}
          onRetry={() => void digest.refetch()}
        />
      </Card>
    );
  }
  if (digest.data.lacksChanges) {
    return (
      <Card title="Email digest">
        <NoDigests id={id} digest={digest.data} />
      </Card>
    );
  }
  if (!digest.data.isAvailable) return null;
  return (
    <Card
      title="Email digest"
      description="How many new activities match, by category, and a link to this page. Free, and sent only when something is new."
    >
      <DigestForm id={id} digest={digest.data} />
    </Card>
  );
}

/** Why there are no digests here, and what becomes of one already set. */
function NoDigests({ id, digest: { frequency } }: { id: string; digest: Digest }) {
  const set = useSetDigest(id);
  const toast = useToast();
  const end = () =>
    set.mutate('none', { onSuccess: () => toast({ text: 'The email digest was turned off.' }) });
  const isSet = frequency !== 'none';
  return (
    <div className={styles.block}>
      <Notice
        title="Digests are not available here"
        action={
          isSet && (
            <Button size="small" isBusy={set.isPending} onClick={end}>
              Turn off the digest
            </Button>
          )
        }
      >
        The search engine of this installation cannot tell what is new.
        {isSet && ` The ${frequency} digest waits until it can.`}
      </Notice>
      <FailureNotice error={set.error} />
    </div>
  );
}

function DigestForm({ id, digest }: { id: string; digest: Digest }) {
  const set = useSetDigest(id);
  const toast = useToast();
  const { frequency, email, nextAt } = digest;
  const changes = useSaveQueue(async (wanted: Pick<Digest, 'frequency'>) => {
    const changed = await set.mutateAsync(wanted.frequency);
    toast({
      text: changed.frequency === 'none' ? 'The email digest was turned off.' : 'The email digest was saved.',
    });
  });
  return (
    <div className={styles.block}>
      <UnverifiedAddress />
      <RefusedAddress
        refusal={digest.refusal}
        email={email}
        isBusy={set.isPending}
        onRetry={() => changes.add({ frequency })}
      />
      <Field
        label="Send a digest"
        hint={
          <>
            To the account’s address, <bdi className={styles.name}>{email}</bdi>
            {nextAt && (
              <>
                , next on <Time at={nextAt} />
              </>
            )}
          </>
        }
      >
        {(control) => (
          <Select
            {...control}
            value={changes.unsaved.frequency ?? frequency}
            onChange={({ target }) => changes.add({ frequency: target.value as DigestFrequency })}
          >
            {Object.entries(CHOICES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <FailureNotice error={set.error} />
    </div>
  );
}
