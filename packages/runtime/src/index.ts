export { PROBLEM_CONTENT_TYPE, type ErrorCode, type Issue } from '@heliograph/contract';
export * from './errors/service-error';
export * from './errors/issues';
export * from './errors/problem';
export * from './configuration/load-config';
export * from './configuration/settings';
export * from './logging/logger';
export { FailureLog } from './logging/failure-log';
export * from './metrics/metrics';
export * from './operations/operations-server';
export * from './lifecycle/cleanup-stack';
export * from './lifecycle/run-main';
export * from './lifecycle/rpc-service';
export * from './lifecycle/periodic';
export * from './identifiers/uuidv7';
export * from './identifiers/identifiers';
export * from './identifiers/readable-name';
export { hostOf, isLoopback, MAXIMUM_HOST_LENGTH } from './identifiers/host';
export * from './processes/file-lock';
export * from './processes/replace-file';
export * from './processes/process-identity';
export type { CallerCredentials, CallerTrust } from './rpc/caller-authentication';
export {
  CALLERS,
  generateCallerKey,
  parsePublicKeys,
  privateKeyOf,
  publicHalf,
  trustedKeys,
} from './rpc/caller-keys';
export * from './rpc/definition';
export * from './rpc/call-context';
export type { CancelSignal } from './rpc/cancellation';
export { MAXIMUM_RESPONSE_BYTES } from './rpc/limits';
export { CallCancelled, responseTooLarge, unavailable } from './rpc/failure';
export { encodeBytesFields } from './rpc/bytes-fields';
export { searchService } from './rpc/search-service';
export { isUnitVector, vectorFromBytes, vectorToBytes } from './rpc/vector-bytes';
export * from './rpc/vector-limits';
export * from './rpc/rpc-server';
export * from './rpc/rpc-client';
export { testServiceOf } from './rpc/test-service';
export { startTracing } from './telemetry/start-tracing';
export { loadTelemetrySettings, telemetryVariables } from './telemetry/settings';
export { spanContextFrom, traceparentOf } from './telemetry/trace-context';
export * from './telemetry/tracing';
export * from './api-key';
export * from './rpc/retry-unavailable';
export * from './money/money';
export * from './redis/redis-options';
export * from './waiting/back-off';
export * from './waiting/read-ahead';
export * from './waiting/request-slots';
export * from './waiting/wake-up';
export * from './waiting/within-time';
