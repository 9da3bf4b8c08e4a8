import { titlePieces } from '@heliograph/contract';
import type { Activity } from '@heliograph/dashboard-api';

/** An activity's title, with matching words highlighted. */
export function Title({ activity: { title, matched = [] } }: { activity: Activity }) {
  return (
    <bdi>
      {titlePieces(title, matched).map(({ text, isMatch }, place) =>
        isMatch ? <mark key={place}>{text}</mark> : text,
      )}
    </bdi>
  );
}
