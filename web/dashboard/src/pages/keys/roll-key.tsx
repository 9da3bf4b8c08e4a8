import type { ApiKey, CreatedKey } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useRollKey } from '../../api/keys';
import {
  Button,
  CancelButton,
  Dialog,
  DialogActions,
  DialogBody,
  FailureNotice,
  FieldGroup,
  LeaveGuard,
  Radio,
} from '../../design';
import { keyName } from './key-name';
import { KeySecretDialog } from './key-secret';
import { TestBadge } from './test-badge';
import { UnseenKey } from './unseen-key';

const OVERLAPS = [
  {
    hours: 0,
    label: 'Now',
    hint: 'Anything that still uses the old key is refused within seconds. Choose this for a leaked key.',
  },
  { hours: 1, label: 'In an hour', hint: undefined },
  { hours: 24, label: 'In a day', hint: 'Time to replace the old key wherever it is used.' },
  { hours: 168, label: 'In a week', hint: undefined },
] as const;

/** Replaces a key with a new one like it; the old one keeps working for a while. */
export function RollKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <>
      <Dialog
        isOpen={apiKey !== null && created === null}
        title={`Roll “${apiKey ? keyName(apiKey) : ''}”`}
        onClose={onClose}
      >
        {apiKey && <RollKeyForm apiKey={apiKey} onCancel={onClose} onCreated={setCreated} />}
      </Dialog>
      {created && (
        <KeySecretDialog
          created={created}
          onDone={() => {
            setCreated(null);
            onClose();
          }}
        />
      )}
    </>
  );
}

function RollKeyForm({
  apiKey,
  onCancel,
  onCreated,
}: {
  apiKey: ApiKey;
  onCancel: () => void;
  onCreated: (created: CreatedKey) => void;
}) {
  const [overlapHours, setOverlapHours] = useState(24);
  const roll = useRollKey();
  return (
    <>
      {roll.isPending && <LeaveGuard />}
      <DialogBody>
        <p>
          {apiKey.isTest && <TestBadge />} You get a new key with the same name, scopes, and cap. The old key
          keeps working for as long as you choose.
        </p>
        <FieldGroup legend="The old key stops working">
          {OVERLAPS.map(({ hours, label, hint }) => (
            <Radio
              key={hours}
              name="overlap"
              label={label}
              hint={hint}
              checked={overlapHours === hours}
              onChange={() => setOverlapHours(hours)}
            />
          ))}
        </FieldGroup>
        <FailureNotice error={roll.error} />
        <UnseenKey error={roll.error} />
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={roll.isPending} onClick={onCancel} />
        <Button
          kind="primary"
          isBusy={roll.isPending}
          onClick={() => roll.mutate({ id: apiKey.id, body: { overlapHours } }, { onSuccess: onCreated })}
        >
          Roll key
        </Button>
      </DialogActions>
    </>
  );
}
