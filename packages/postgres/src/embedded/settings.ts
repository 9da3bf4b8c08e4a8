import { availableParallelism, totalmem } from 'node:os';

/** Server settings by name, passed on the command line, so they override the files in the data directory. */
export type ServerSettings = Record<string, string>;

const MEGABYTE = 1024 * 1024;

/**
 * Settings for one machine that mostly reads and occasionally imports in bulk.
 *
 * @param machine bytes of memory and number of processors; this machine's by default.
 */
export function defaultSettings(
  machine = { memory: totalmem(), processors: availableParallelism() },
): ServerSettings {
  const memoryMb = Math.floor(machine.memory / MEGABYTE);
  const sharedBuffersMb = clamp(Math.floor(memoryMb / 4), 64, 1024);
  return {
    listen_addresses: '',
    max_connections: '100',
    shared_buffers: `${sharedBuffersMb}MB`,
    effective_cache_size: `${clamp(Math.floor(memoryMb / 2), 128, 64 * 1024)}MB`,
    work_mem: '64MB',
    maintenance_work_mem: `${clamp(Math.floor(memoryMb / 16), 64, 512)}MB`,
    random_page_cost: '1.1',
    jit: 'off',
    // Many small concurrent queries: a parallel plan would start processes for each and take CPUs from the others.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: String(clamp(machine.processors - 1, 0, 4)),
    synchronous_commit: 'on',
    // Nothing replicates from an embedded server, so an import into a new table can skip the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '4GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'heliograph',
    password_encryption: 'scram-sha-256',
    unix_socket_permissions: '0700',
    // Neither statements nor values are logged: they can contain query text and personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
  };
}

function clamp(value: number, minimum: number, maximum: number): number {
  return Math.min(Math.max(value, minimum), maximum);
}
