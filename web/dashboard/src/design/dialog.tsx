import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button';
import styles from './dialog.module.css';
import { classNames } from './class-names';

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  /** Escape, the close button, a click beside the dialog. */
  onClose: () => void;
  /** It cannot be closed by accident: no close button, no Escape, no click beside it. What is in it must end it. */
  isFirm?: boolean;
  /** A sheet stands at the side, or at the bottom of a phone, as high as there is room. */
  size?: 'medium' | 'large' | 'sheet';
  /** Beside the close button. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog on the browser's own `<dialog>`: it keeps the focus inside, makes the rest inert, and gives the focus
 * back to where it was. What is in it is mounted while it is open, so a form in it starts empty each time.
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

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const previous = document.activeElement;
    if (!element.open) element.showModal();
    // The first thing in the dialog is its close button; what was asked for is more useful.
    const first = element.querySelector<HTMLElement>('[autofocus], [data-autofocus]');
    (first ?? element.querySelector('h2'))?.focus();
    return () => {
      element.close();
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[size])}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file input or the like within it sends "cancel" too.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!isFirm) onClose();
      }}
      onKeyDown={(event) => {
        // A browser closes a dialog on the second Escape whatever the page says about the first.
        if (isFirm && event.key === 'Escape') event.preventDefault();
      }}
      onClose={(event) => {
        // Called a moment later, when it may be open again.
        if (event.target !== dialog.current || dialog.current.open) return;
        if (isFirm) dialog.current.showModal();
        else onClose();
      }}
      onMouseDown={(event) => {
        // The dialog's own box is covered by its content: only the backdrop is the element itself.
        if (!isFirm && event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {tools}
          {!isFirm && <IconButton icon="close" label="Close" onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The dialog's words and fields. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The dialog's buttons; the one that does it stands last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>;
}
