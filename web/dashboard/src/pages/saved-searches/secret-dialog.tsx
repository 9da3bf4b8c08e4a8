import { useState } from 'react';
import {
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  DialogBody,
  Field,
  Input,
  LeaveGuard,
  Notice,
} from '../../design';
import keyStyles from '../keys/key-secret.module.css';

/**
 * A webhook's secret, shown once, until the user says it is stored. Rotating a lost one again would end the secret the
 * server still uses.
 */
export function SecretDialog({ secret, onDone }: { secret: string | null; onDone: () => void }) {
  return (
    <Dialog isOpen={secret !== null} isFirm size="large" title="Your webhook’s secret" onClose={onDone}>
      {secret !== null && <Secret secret={secret} onDone={onDone} />}
    </Dialog>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const [wasReminded, setReminded] = useState(false);
  return (
    <>
      {!isCopied && <LeaveGuard onAttempt={() => setReminded(true)} />}
      <DialogBody>
        <Notice tone="warning" title="Copy it now: you will not see it again">
          It signs your webhook’s deliveries, so your server can tell that they come from here. If you lose
          it, rotate it. <a href="/docs/webhooks">How to verify deliveries</a>
        </Notice>
        <Field label="Secret">
          {(control) => (
            <div className={keyStyles.row}>
              <Input
                {...control}
                className={keyStyles.value}
                readOnly
                value={secret}
                spellCheck={false}
                autoComplete="off"
                onFocus={(event) => event.target.select()}
              />
              <CopyButton
                text={secret}
                label="Copy secret"
                kind="primary"
                size="medium"
                onCopied={() => setCopied(true)}
              />
            </div>
          )}
        </Field>
        {wasReminded && !isCopied && (
          <Notice tone="danger" live="alert">
            Copy the secret before you leave: there is no way to see it again.
          </Notice>
        )}
      </DialogBody>
      <DialogActions>
        <Button kind={isCopied ? 'primary' : 'secondary'} onClick={onDone}>
          I have stored it
        </Button>
      </DialogActions>
    </>
  );
}
