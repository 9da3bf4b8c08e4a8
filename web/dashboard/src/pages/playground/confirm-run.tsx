import { isTestKey } from '@heliograph/contract';
import { type Call, requestOf } from '../../calls/call';
import { ConfirmDialog } from '../../design';
import type { Confirmation } from './domain/confirmation';
import styles from './playground.module.css';

/** A run awaiting confirmation. */
export interface AskedRun {
  call: Call;
  key: string;
  confirmation: Confirmation;
}

interface ConfirmRunProps {
  /** Null: closed. */
  asked: AskedRun | null;
  onClose: () => void;
  onConfirm: (asked: AskedRun) => void;
}

/** Asks before a request that writes or costs something. */
export function ConfirmRun({ asked, onClose, onConfirm }: ConfirmRunProps) {
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={asked?.confirmation.question ?? ''}
      confirmLabel={asked?.confirmation.confirm ?? ''}
      kind={asked?.confirmation.kind ?? 'primary'}
      onClose={onClose}
      onConfirm={() => {
        if (asked) onConfirm(asked);
        return Promise.resolve();
      }}
    >
      {asked && <Consequence asked={asked} />}
    </ConfirmDialog>
  );
}

function Consequence({ asked: { call, key, confirmation } }: { asked: AskedRun }) {
  const { method, path } = requestOf(call);
  return (
    <div className={styles.consequence}>
      <p>{confirmation.consequence}</p>
      <p>
        <code>
          {method} {path}
        </code>{' '}
        with {isTestKey(key) ? 'a test key' : 'a live key'}
      </p>
    </div>
  );
}
