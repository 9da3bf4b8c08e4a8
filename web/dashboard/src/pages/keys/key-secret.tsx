import type { CreatedKey } from '@heliograph/dashboard-api';
import { useState } from 'react';
import {
  Button,
  Checkbox,
  CodeBlock,
  CopyButton,
  Dialog,
  DialogActions,
  DialogBody,
  LeaveGuard,
  Notice,
} from '../../design';
import { useSession } from '../../api/session';
import { firstRequests } from './first-requests';
import { keyName } from './key-name';
import { TEST_CORPUS } from './test-badge';
import styles from './key-secret.module.css';

/** The new key, shown once. Only its own button closes it, after the user copies the key or confirms it is stored. */
export function KeySecretDialog({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const { installation } = useSession();
  const [isKept, setKept] = useState(false);
  const [wasReminded, setReminded] = useState(false);
  const finish = () => {
    if (isKept) onDone();
    else setReminded(true);
  };

  return (
    <Dialog isOpen isFirm size="large" title={`Your key “${keyName(created.key)}”`} onClose={finish}>
      {!isKept && <LeaveGuard onAttempt={() => setReminded(true)} />}
      <DialogBody>
        <Notice tone="warning" title="Copy it now: you will not see it again">
          It cannot be recovered later, not even by us. Store it like a password: never in code, never in a
          web page.
        </Notice>
        {created.key.isTest && (
          <Notice tone="info" title="This is a test key">
            It reads {TEST_CORPUS} and nothing else, and is never billed. Use a live key for real signals.
          </Notice>
        )}
        <div className={styles.secret}>
          <label htmlFor="key-secret" className={styles.label}>
            API key
          </label>
          <div className={styles.row}>
            <input
              id="key-secret"
              className={styles.value}
              readOnly
              value={created.secret}
              spellCheck={false}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
            />
            <CopyButton
              text={created.secret}
              label="Copy key"
              kind="primary"
              size="medium"
              onCopied={() => setKept(true)}
            />
          </div>
        </div>
        <CodeBlock
          label="First request with this key"
          tabs={firstRequests(created, installation.apiUrl)}
          isWrapped
        />
        <Checkbox
          label="I have stored this key in a safe place"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
        />
        {wasReminded && !isKept && (
          <Notice tone="danger" live="alert">
            Copy the key or tick the box above before you leave: there is no way to see it again.
          </Notice>
        )}
      </DialogBody>
      <DialogActions>
        <Button kind={isKept ? 'primary' : 'secondary'} onClick={finish}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
