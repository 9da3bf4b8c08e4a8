import type { DashboardContext } from '../context';

const MARK = /(<meta name="development-issuer" content=")off"/;

/**
 * Marks in the web app's document whether the development issuer is on: the sign-in page warns about it, and its layout
 * would shift if it had to ask first.
 */
export function markedAsDevelopment({ config }: Pick<DashboardContext, 'config'>) {
  const mark = config.developmentIssuer ? '$1on"' : '$1off"';
  return (text: string): string => text.replace(MARK, mark);
}
