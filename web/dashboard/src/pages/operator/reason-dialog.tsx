import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { issueOf } from '../../api/errors';
import { useDraft } from '../../api/use-draft';
import {
  Button,
  CancelButton,
  Dialog,
  DialogActions,
  DialogBody,
  FailureNotice,
  Field,
  focusFirstInvalid,
  Notice,
  TextArea,
  useDialogAction,
} from '../../design';
import { issueWithReason } from './operator-form';
import styles from './operator.module.css';

interface ReasonDialogProps {
  isOpen: boolean;
  title: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** What is wrong elsewhere in the form. */
  issue?: string;
  onClose: () => void;
  /** The dialog closes on success and stays open with the error on failure. */
  onConfirm: (reason: string) => Promise<unknown>;
  /** A function shows the issue itself, at its control, once it is given one. Otherwise a notice does. */
  children: ReactNode | ((issue: string | undefined) => ReactNode);
}

/** An operator's action on an account, with a reason for the audit log. */
export function ReasonDialog({ isOpen, title, onClose, ...content }: ReasonDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <ReasonForm {...content} name={title} onClose={onClose} />
    </Dialog>
  );
}

function ReasonForm({
  name,
  confirmLabel,
  isDanger = false,
  issue,
  onClose,
  onConfirm,
  children,
}: Omit<ReasonDialogProps, 'isOpen' | 'title'> & { name: string }) {
  const [reason, setReason] = useDraft(name, () => '');
  const [isChecked, setChecked] = useState(false);
  const { isBusy, failure, run } = useDialogAction(onClose);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const shownIssue = isChecked ? issue : undefined;
  const reasonIssue = (isChecked ? issueWithReason(reason) : undefined) ?? issueOf(failure, 'reason');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isBusy) return;
    if (issue !== undefined || issueWithReason(reason) !== undefined) {
      focusFirstInvalid(form);
      return;
    }
    run(() => onConfirm(reason.trim()));
  };
  return (
    <>
      <DialogBody>
        <form ref={form} id={formId} noValidate onSubmit={submit} className={styles.stack}>
          {typeof children === 'function' ? children(shownIssue) : children}
          <Field label="Reason" hint="Kept in the audit log." error={reasonIssue}>
            {(control) => (
              <TextArea
                {...control}
                value={reason}
                maxLength={500}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </form>
        {shownIssue !== undefined && typeof children !== 'function' && (
          <Notice tone="danger" live="alert">
            {shownIssue}
          </Notice>
        )}
        <FailureNotice error={failure} fields={['reason']} />
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={isBusy} onClick={onClose} />
        <Button kind={isDanger ? 'danger' : 'primary'} type="submit" form={formId} isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </>
  );
}
