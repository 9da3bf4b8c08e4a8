import { useSession, useUpdateAccount } from '../../api/session';
import { Card, Checkbox, FailureNotice, useToast } from '../../design';

/** Whether the request log includes query text: a switch, saved immediately. */
export function LogsCard() {
  const { account } = useSession();
  const update = useUpdateAccount();
  const toast = useToast();
  // Show the choice immediately; the response or the failure then decides.
  const isKept = (update.isPending ? update.variables.logsQueries : undefined) ?? account.logsQueries;
  const choose = (logsQueries: boolean) => {
    if (update.isPending) return;
    update.mutate(
      { logsQueries },
      {
        onSuccess: () =>
          toast({
            text: logsQueries
              ? 'Logs keep queries from now on.'
              : 'Logs no longer keep queries. Those they held are removed.',
          }),
      },
    );
  };
  return (
    <div id="logs">
      <Card title="Logs">
        <Checkbox
          label="Keep the text of queries in logs"
          hint="When off, no query is stored. When on, everyone who can sign in to this account can read them in Logs for as long as requests are kept. Turning it off removes them."
          checked={isKept}
          onChange={(event) => choose(event.target.checked)}
        />
        <FailureNotice error={update.error} />
      </Card>
    </div>
  );
}
