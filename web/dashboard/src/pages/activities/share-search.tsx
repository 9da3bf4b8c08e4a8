import { useLocation } from 'react-router';
import { useSession } from '../../api/session';
import { codeTabs } from '../../calls/code-tabs';
import { playgroundPath } from '../../calls/playground-path';
import { ButtonLink, CodeBlock, CopyButton, Dialog, DialogActions, DialogBody } from '../../design';
import styles from './activities.module.css';
import type { ActivityFilters } from './domain/filters';
import { searchCall } from './domain/search-call';

/** The same search for the data API and the command line, and its URL. */
export function ShareSearch({
  isOpen,
  filters,
  onClose,
}: {
  isOpen: boolean;
  filters: ActivityFilters;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title="This search in the API or CLI" size="large" onClose={onClose}>
      <ShareContent filters={filters} />
    </Dialog>
  );
}

function ShareContent({ filters }: { filters: ActivityFilters }) {
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

/** Copies the current URL. */
export function CopyLink({ size = 'small' }: { size?: 'small' | 'medium' }) {
  const { pathname, search } = useLocation();
  return <CopyButton text={`${window.location.origin}${pathname}${search}`} label="Copy link" size={size} />;
}
