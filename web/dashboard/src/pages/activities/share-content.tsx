import { useSession } from '../../api/session';
import { codeTabs } from '../../calls/code-tabs';
import { playgroundPath } from '../../calls/playground-path';
import { ButtonLink, CodeBlock, DialogActions, DialogBody } from '../../design';
import styles from './activities.module.css';
import { CopyLink } from './copy-link';
import type { ActivityFilters } from './domain/filters';
import { searchCall } from './domain/search-call';

/** The search as code. */
export default function ShareContent({ filters }: { filters: ActivityFilters }) {
  const { installation } = useSession();
  const call = searchCall(filters);
  return (
    <>
      <DialogBody>
        <CodeBlock label="The same search" tabs={codeTabs(call, installation.apiUrl)} isWrapped />
        <p className={styles.note}>
          These use records of the API key (<code>$SIGNALS_API_KEY</code>) or of the command line, one for
          each activity that is returned. They do not count as searches here.
        </p>
      </DialogBody>
      <DialogActions>
        <CopyLink size="medium" />
        <ButtonLink to={playgroundPath(call)} kind="primary" icon="play">
          Open in the playground
        </ButtonLink>
      </DialogActions>
    </>
  );
}
