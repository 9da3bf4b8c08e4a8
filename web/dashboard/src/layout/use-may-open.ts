import { mayDo } from '@heliograph/contract';
import { useSession } from '../api/session';
import { neededFor } from './navigation';

/** Whether the user's role may see a page: do not link to the others. */
export function useMayOpen(pathname: string): boolean {
  const needed = neededFor(pathname);
  const { memberRole } = useSession();
  return needed === undefined || mayDo(memberRole, needed);
}
