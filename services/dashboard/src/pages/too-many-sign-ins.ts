import { markup, type Page } from './page';

/**
 * @param seconds until the next attempt may succeed.
 * @param signInPage its path.
 */
export function tooManySignInsPage(seconds: number, signInPage: string): Page {
  return {
    title: 'Too many sign-ins',
    content: markup`<p>
        There were too many sign-ins from your network address in this minute. Try again in ${String(seconds)} seconds.
      </p>
      <p><a href="${signInPage}">Back to the sign-in page</a></p>`,
  };
}
