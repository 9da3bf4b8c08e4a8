import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { CancelButton, Dialog, DialogActions, DialogBody } from './dialog';
import { FailureNotice } from './failure-notice';
import { Field, Input } from './field';
import { useDialogAction } from './use-dialog-action';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** A question that names the object: "Revoke the key “Production”?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The action: "Revoke key". Never "OK". */
  confirmLabel: string;
  kind?: 'danger' | 'primary';
  /** Text the user must type first; for irreversible actions that affect others. */
  typedConfirmation?: string;
  onClose: () => void;
  /** The dialog waits for this: it closes on success and stays open with the error on failure. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before an irreversible action. */
export function ConfirmDialog({ isOpen, title, onClose, ...content }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <Confirmation {...content} onClose={onClose} />
    </Dialog>
  );
}

function Confirmation({
  children,
  confirmLabel,
  kind = 'danger',
  typedConfirmation,
  onClose,
  onConfirm,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [typed, setTyped] = useState('');
  const { isBusy, failure, run } = useDialogAction(onClose);
  const formId = useId();
  const isAllowed = typedConfirmation === undefined || typed.trim() === typedConfirmation;

  const confirm = () => {
    if (isAllowed) run(onConfirm);
  };

  return (
    <>
      <DialogBody>
        <div>{children}</div>
        {typedConfirmation !== undefined && (
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              confirm();
            }}
          >
            <Field label={`Type “${typedConfirmation}” to confirm`}>
              {(control) => (
                <Input
                  {...control}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
            </Field>
          </form>
        )}
        <FailureNotice error={failure} />
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={isBusy} onClick={onClose} />
        <Button kind={kind} isBusy={isBusy} disabled={!isAllowed} onClick={confirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </>
  );
}
