import { useState } from 'react';
import { Button, CopyButton, Dialog, DialogActions, DialogBody, Field, Input, Notice } from '../../design';
import keyStyles from '../keys/key-secret.module.css';

/** A webhook's secret, shown once. Unlike a key it can be rotated without harm, so one reminder is enough. */
export function SecretDialog({ secret, onDone }: { secret: string | null; onDone: () => void }) {
  return (
    <Dialog isOpen={secret !== null} isFirm size="large" title="Your webhook’s secret" onClose={onDone}>
      {secret !== null && <Secret secret={secret} onDone={onDone} />}
    </Dialog>
  );
}

function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <>
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
      </DialogBody>
      <DialogActions>
        <Button kind={isCopied ? 'primary' : 'secondary'} onClick={onDone}>
          I have stored it
        </Button>
      </DialogActions>
    </>
  );
}
