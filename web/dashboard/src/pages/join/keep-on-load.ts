// Imported before the router, which reads the address when it is created: sign-in returns to a path, and no request
// contains the token.
import { keepInvitationToken } from './invitation-token';

keepInvitationToken(window);
