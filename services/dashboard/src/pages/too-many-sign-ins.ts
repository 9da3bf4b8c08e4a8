import { markup, type Page } from './page';

/** @param seconds until it is worth trying again. */
export function tooManySignInsPage(seconds: number): Page {
  return {
    title: 'Too many sign-ins',
    content: markup`<p>
        From your network address there were too many sign-ins in this minute. Try again in ${String(seconds)} seconds.
      </p>
      <p><a href="/sign-in">Back to the sign-in page</a></p>`,
  };
}
