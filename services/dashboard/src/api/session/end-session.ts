import { signOut } from '../../auth/sign-out';
import { endpoint } from '../endpoint';

/** `DELETE /session` */
export const endSession = endpoint({
  name: 'endSession',
  isOpenWhileRestricted: true,
  isForAnyAccount: true,
  run: ({ context, exchange, signedIn }) => signOut(context, exchange, signedIn.secret),
});
