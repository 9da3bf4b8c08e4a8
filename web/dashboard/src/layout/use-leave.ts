import { describeFailure } from '../api/errors';
import { useSignOut } from '../api/session';
import { useToast } from '../design';

/**
 * Signs out on a click; a failure is shown as a toast, and the user stays signed in.
 *
 * @param returnTo the path that the next sign-in returns to.
 */
export function useLeave(returnTo?: string): { leave: () => void; isLeaving: boolean } {
  const toast = useToast();
  const signOut = useSignOut();
  const leave = () =>
    signOut.mutate(returnTo, {
      onError: (error) =>
        toast({ tone: 'danger', text: `You are still signed in. ${describeFailure(error)}` }),
    });
  return { leave, isLeaving: signOut.isPending };
}
