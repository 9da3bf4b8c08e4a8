import { describeFailure } from '../api/errors';
import { useSignOut } from '../api/session';
import { useToast } from '../design';

/** Signs out on a click; a failure is shown as a toast, and the user stays signed in. */
export function useLeave(): { leave: () => void; isLeaving: boolean } {
  const toast = useToast();
  const signOut = useSignOut();
  const leave = () =>
    signOut.mutate(undefined, {
      onError: (error) =>
        toast({ tone: 'danger', text: `You are still signed in. ${describeFailure(error)}` }),
    });
  return { leave, isLeaving: signOut.isPending };
}
