import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from './button';
import styles from './dialog.module.css';
import { classNames } from './class-names';
import { rememberFocus } from './return-focus';

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  /** Escape, the close button, or a click outside the dialog. */
  onClose: () => void;
  /** Cannot be closed by accident: no close button, no Escape, no click outside. The content must close it. */
  isFirm?: boolean;
  /** A sheet opens at the side, or, on a phone, at the bottom, filling the available height. */
  size?: 'medium' | 'large' | 'sheet';
  /** Next to the close button. */
  tools?: ReactNode;
  children: ReactNode;
}

const BusyContext = createContext<(isBusy: boolean) => void>(() => undefined);

/**
 * A modal dialog based on the browser's own `<dialog>`, which traps focus, makes the rest inert, and restores focus
 * afterwards. Its content is mounted only while it is open, so forms start empty.
 */
export function Dialog({ isOpen, ...props }: DialogProps) {
  return isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  title,
  onClose,
  isFirm = false,
  size = 'medium',
  tools,
  children,
}: Omit<DialogProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const isHeld = isFirm || isBusy;

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const focus = rememberFocus();
    if (!element.open) element.showModal();
    // By default the close button would get the focus; the content is more useful.
    const first = element.querySelector<HTMLElement>('[autofocus], [data-autofocus]');
    (first ?? element.querySelector('h2'))?.focus();
    return () => {
      element.close();
      focus.restore();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[size])}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file input inside also fires "cancel".
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!isHeld) onClose();
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog on the second Escape even if the page prevents it.
        if (isHeld && event.key === 'Escape') event.preventDefault();
      }}
      onClose={(event) => {
        // Fires a moment later, when it may be open again.
        if (event.target !== dialog.current || dialog.current.open) return;
        if (isHeld) dialog.current.showModal();
        else onClose();
      }}
      onMouseDown={(event) => {
        // The content covers the dialog's own box, so a click on the element itself hit the backdrop.
        if (!isHeld && event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.content}>
        <div className={styles.header}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {tools}
          {!isFirm && <IconButton icon="close" label="Close" disabled={isBusy} onClick={onClose} />}
        </div>
        <BusyContext value={setBusy}>{children}</BusyContext>
      </div>
    </dialog>
  );
}

/** The dialog's text and fields. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The dialog's buttons; the primary one is last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/**
 * Closes the dialog. While busy, nothing can close it: the outcome, such as a secret shown only once, would be lost, or
 * a dialog opened since would be closed.
 */
export function CancelButton({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const setBusy = useContext(BusyContext);
  useEffect(() => setBusy(isBusy), [isBusy, setBusy]);
  return (
    <Button disabled={isBusy} onClick={onClick}>
      Cancel
    </Button>
  );
}
