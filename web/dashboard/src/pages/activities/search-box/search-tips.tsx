import { CANDIDATE_LIMIT } from '@heliograph/contract';
import { type ReactNode, useId, useState } from 'react';
import { Button, formatCount } from '../../../design';
import styles from './search-box.module.css';

const TIPS: readonly { write: string; means: string }[] = [
  { write: 'robots europe', means: 'titles with both words' },
  { write: '"series a"', means: 'the words next to each other, in this order' },
  { write: 'robots -toys', means: 'with the first, without the second' },
  { write: '-"in talks"', means: 'without the phrase' },
  { write: '新能源', means: 'these letters next to each other' },
];

/** How to write a search: a button, with the tips on their own line below. */
export function SearchTips({ mode, children }: { mode: 'keyword' | 'semantic'; children?: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        kind="quiet"
        size="small"
        icon="info"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        Search tips
      </Button>
      {children}
      <div id={id} className={styles.tips} hidden={!isShown}>
        {mode === 'keyword' ? (
          <>
            <dl className={styles.examples}>
              {TIPS.map(({ write, means }) => (
                <div key={write}>
                  <dt>
                    <code>{write}</code>
                  </dt>
                  <dd>{means}</dd>
                </div>
              ))}
            </dl>
            <p>
              Titles are matched literally, whole words only: <code>robot</code> does not find “robots”. In
              scripts without spaces, such as Chinese, Japanese, and Thai, and in Korean, any run of
              characters matches. Case, accents, and punctuation make no difference. Newest first.
            </p>
          </>
        ) : (
          <p>
            Write a phrase or a sentence about what happened; titles need not share its words. The{' '}
            {formatCount(CANDIDATE_LIMIT)} nearest activities are ranked, and filters apply within these, so
            narrow filters may find little: put what they say into the text. The text is passed to the
            embedding model that this installation uses.
          </p>
        )}
      </div>
    </>
  );
}
