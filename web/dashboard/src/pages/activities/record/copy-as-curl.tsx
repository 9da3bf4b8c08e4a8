import { useSession } from '../../../api/session';
import { asCurl } from '../../../calls/as-curl';
import { CopyButton } from '../../../design';
import { recordCall } from '../domain/search-call';

/** Copies the command that gets a record. */
export default function CopyAsCurl({ id }: { id: string }) {
  const { installation } = useSession();
  return <CopyButton text={asCurl(recordCall(id), installation.apiUrl)} label="Copy as curl" />;
}
