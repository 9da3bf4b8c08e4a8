import { useState } from 'react';

/** Runs a dialog's action, one at a time: the dialog closes on success and stays open with the failure otherwise. */
export function useDialogAction(onClose: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await action();
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { isBusy, failure, run: (action: () => Promise<unknown>) => void run(action) };
}
