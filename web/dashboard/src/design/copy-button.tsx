import { useEffect, useState } from 'react';
import { Button, type ButtonKind } from './button';
import { useToast } from './toast';

/** Copies text and confirms it in place and to screen readers. */
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
  const toast = useToast();

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // Browsers have no clipboard API on plain http, except on localhost.
      toast({
        tone: 'danger',
        text: 'The browser blocked copying. Select the text and copy it by hand.',
      });
    }
  };

  return (
    <>
      <Button kind={kind} size={size} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? 'Copied' : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied to the clipboard' : ''}
      </span>
    </>
  );
}
