import { updateProfileBody, type UserProfile } from '@heliograph/dashboard-api';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';

/** `PATCH /profile`: changes the user's name. */
export const updateProfile = endpoint({
  name: 'updateProfile',
  body: updateProfileBody,
  async run({ context: { clients }, exchange, signedIn, body: { name } }) {
    const user = await withApiIssues(
      clients.members.updateUser({ id: signedIn.user.id, name, actor: actorOf(signedIn) }, exchange.call()),
    );
    return { id: user.id, email: user.email, name: user.name } satisfies UserProfile;
  },
});
