import { useEffect, useState } from 'react';
import { Button, type ButtonKind } from './button';
import { classNames } from './class-names';
import styles from './copy-button.module.css';

/** Copies text, and says in place and to screen readers whether that worked: a toast would be behind a dialog. */
export function CopyButton({
  text,
  label = 'Copy',
  kind = 'secondary',
  size = 'small',
  onCopied,
}: {
  text: string;
  /** Names what is copied: "Copy key". */
  label?: string;
  kind?: ButtonKind;
  size?: 'medium' | 'small';
  onCopied?: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    setFailed(false);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // Browsers have no clipboard API on plain http, except on localhost.
      setFailed(true);
    }
  };

  return (
    <span className={classNames(styles.copy, isFailed && styles.failed)}>
      <Button kind={kind} size={size} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? 'Copied' : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied to the clipboard' : ''}
      </span>
      {isFailed && (
        <span role="alert">The browser blocked copying. Select the text and copy it by hand.</span>
      )}
    </span>
  );
}
