import { signal } from '../bed/processes';
import { waitForDuration, type Inject } from './injection';

/** Kills the postmaster, like `kill -9`, which breaks all connections; over when it accepts new ones. */
export const killPostgres: Inject = async ({ bed, markInjected }) => {
  const postmaster = await bed.processes.find('postgresql');
  markInjected();
  signal(postmaster, 'SIGKILL');
  await bed.processes.replaced('postgresql', postmaster);
  await bed.database.isBack();
  return undefined;
};

/** Freezes connections in mid-work: the ledger's, or those of all services. */
export const freezeDatabase: Inject = async (injection) => {
  const { bed, random, markInjected } = injection;
  const role = random.chance(0.5) ? 'heliograph_ledger' : 'heliograph_';
  const backends = await bed.processes.backends(role);
  markInjected();
  for (const backend of backends) signal(backend, 'SIGSTOP');
  try {
    await waitForDuration(injection);
  } finally {
    for (const backend of backends) signal(backend, 'SIGCONT');
  }
  return `${backends.length} connections of ${role}`;
};

/** Makes charges to an account wait for a lock. */
export const lockAccount: Inject = async (injection) => {
  const { bed, customers, markInjected } = injection;
  try {
    await bed.database.use(async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', [
        customers.hot[0]!.accountId,
      ]);
      markInjected();
      await waitForDuration(injection);
      await client.query('ROLLBACK');
    });
  } catch {
    // Another fault ended the connection, which released the lock.
    return 'cut short';
  }
  return undefined;
};

export const cutConnections: Inject = async ({ bed, markInjected }) => {
  markInjected();
  const cut = await bed.database.use((client) =>
    client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename LIKE 'heliograph_%' AND pid <> pg_backend_pid()`,
    ),
  );
  return `${cut.rowCount} connections`;
};

/** Fills the disk with PostgreSQL's and the system's own files; over when connections are accepted again. */
export const fillDisk: Inject = async (injection) => {
  const { bed, markInjected } = injection;
  const disk = bed.disk!;
  markInjected();
  try {
    await disk.fill();
    await waitForDuration(injection);
  } finally {
    await disk.makeSpace();
  }
  await bed.database.isBack();
  return undefined;
};
