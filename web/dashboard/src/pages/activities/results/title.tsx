import { titlePieces } from '@heliograph/contract';
import type { Activity } from '@heliograph/dashboard-api';

/** Of an activity, with marks where it matches the words that were searched for. */
export function Title({ activity: { title, matched = [] } }: { activity: Activity }) {
  return (
    <bdi>
      {titlePieces(title, matched).map(({ text, isMatch }, place) =>
        isMatch ? <mark key={place}>{text}</mark> : text,
      )}
    </bdi>
  );
}
