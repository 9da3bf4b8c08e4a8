import type { DashboardContext } from '../context';

const MARK = /(<meta name="development-issuer" content=")off"/;

/**
 * Says in the web app's document whether the development issuer is on: the sign-in page warns of it, and would move if
 * it had to ask first.
 */
export function markedAsDevelopment({ config }: Pick<DashboardContext, 'config'>) {
  const mark = config.developmentIssuer ? '$1on"' : '$1off"';
  return (text: string): string => text.replace(MARK, mark);
}
