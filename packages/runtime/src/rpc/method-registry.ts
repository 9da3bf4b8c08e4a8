import { status } from '@grpc/grpc-js';
import { ServiceError, toServiceError } from '../errors/service-error';
import { FailureLog } from '../logging/failure-log';
import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { endCall, endFailedCall, startCallSpan } from '../telemetry/rpc-spans';
import { activeTracing } from '../telemetry/tracing';
import { createCallContext, type CallContext } from './call-context';
import type { CallerRefusal } from './caller-authentication';
import type { Cancellation } from './cancellation';
import type { MethodDefinition } from './definition';
import { responseTooLarge, CallCancelled, unavailable } from './failure';
import { MAXIMUM_PAYLOAD_BYTES } from './limits';

/** Characters of a caller's name in logs: an unverified name may be arbitrarily long. */
const LONGEST_NAME = 40;

/** Why a call or stream is refused. `method`: its caller may not call this method. */
const REFUSALS: readonly (CallerRefusal | 'method')[] = [
  ...(['no_token', 'wrong_key', 'expired', 'other_service', 'unknown_name'] as const),
  'method',
];
/** The metrics' name for callers whose name no method here allows. */
const UNKNOWN_CALLER = 'unknown';

/** A registered method: bytes in, bytes out. */
export interface RegisteredMethod {
  readonly definition: MethodDefinition;
  readonly allowed: ReadonlySet<string>;
  readonly handle: (request: unknown, call: CallContext) => Promise<unknown>;
}

interface CallFields {
  requestId: string;
  traceparent: string;
  caller: string;
  /** Milliseconds for which the caller still waits. */
  timeoutMs: number;
  /** '' if there is none. */
  accountId: string;
  /** Canceled by the transport when the caller is gone, and here at the deadline. */
  cancellation: Cancellation;
}

/**
 * All methods of a server, and who may call each. Every call passes through here, whatever the transport: denied by
 * default, held to its deadline, measured, and failing only with a ServiceError.
 */
export class MethodRegistry {
  private readonly methods = new Map<string, RegisteredMethod>();
  private readonly duration;
  private readonly durations = new Map<string, { observe(seconds: number): void }>();
  private readonly refused;
  private readonly failures: FailureLog;
  private knownCallers: ReadonlySet<string> = new Set();
  private inFlight = 0;

  /** @param waiting returns how many of the calls only wait. */
  constructor(logger: Logger, metrics: Metrics, waiting = () => 0) {
    this.failures = new FailureLog(logger);
    this.duration = metrics.histogram('rpc_server_duration_seconds', 'Duration of RPC calls served.', [
      'method',
      'code',
    ]);
    this.refused = metrics.counter(
      'rpc_server_refused_total',
      'Calls and streams refused, by reason and by the caller\'s claimed name ("unknown" unless a method allows it).',
      ['reason', 'caller'],
    );
    metrics.gauge(
      'rpc_server_in_flight',
      'RPC calls being served, excluding those waiting for changes.',
      [],
      (gauge) => gauge.set(this.inFlight - waiting()),
    );
  }

  add(method: RegisteredMethod): void {
    this.methods.set(method.definition.path, method);
  }

  /** Call once all methods are registered: an increase is visible only in a series that already exists. */
  watchRefusals(): void {
    this.knownCallers = this.callers();
    for (const caller of [...this.knownCallers, UNKNOWN_CALLER]) {
      for (const reason of REFUSALS) this.refused.inc({ reason, caller }, 0);
    }
  }

  /** Counts a caller whose token does not prove its name, under the name it claimed. */
  refuse(name: string, reason: CallerRefusal): void {
    this.refused.inc({ reason, caller: this.knownCallers.has(name) ? name : UNKNOWN_CALLER });
    this.failures.warn({ caller: name.slice(0, LONGEST_NAME), reason }, 'a caller was refused for its token');
  }

  /** Every caller that any method allows. */
  callers(): Set<string> {
    return new Set([...this.methods.values()].flatMap((method) => [...method.allowed]));
  }

  /** @throws ServiceError and nothing else. */
  async invoke(path: string, requestBytes: Buffer, fields: CallFields): Promise<Buffer> {
    const started = performance.now();
    const deadline = started + fields.timeoutMs;
    const tracing = activeTracing();
    const span = tracing && startCallSpan(tracing, 'server', path, fields);
    const method = this.methods.get(path);
    let code = 'ok';
    this.inFlight += 1;
    try {
      // The caller may be of a newer version; a process of its version, soon here, knows the method.
      if (!method) throw unavailable(`there is no method ${path} here`);
      if (!method.allowed.has(fields.caller)) {
        this.refused.inc({ reason: 'method', caller: fields.caller });
        this.failures.warn({ method: path, caller: fields.caller }, 'call refused by the allow-list');
        throw new ServiceError('internal', 'An unexpected error occurred.', {
          cause: { code: status.PERMISSION_DENIED },
        });
      }
      const request = method.definition.requestDeserialize(requestBytes);
      const response = await withinDeadline(
        method.handle(
          request,
          createCallContext({
            requestId: fields.requestId,
            traceparent: span ? span.traceparent : fields.traceparent,
            caller: fields.caller,
            deadline,
            accountId: fields.accountId,
            cancellation: fields.cancellation,
          }),
        ),
        deadline,
        fields.cancellation,
      );
      const bytes = method.definition.responseSerialize(response as never);
      if (bytes.length > MAXIMUM_PAYLOAD_BYTES) {
        this.failures.error(
          { method: path, bytes: bytes.length, limit: MAXIMUM_PAYLOAD_BYTES },
          'a response is too large to be sent',
        );
        throw responseTooLarge();
      }
      if (span) endCall(span);
      return bytes;
    } catch (thrown) {
      const error = toServiceError(thrown);
      const isCancelled = fields.cancellation.reason instanceof CallCancelled;
      code = isCancelled ? 'cancelled' : error.code;
      if (span) endFailedCall(span, 'server', error);
      this.report(code, thrown, path, fields.requestId);
      throw error;
    } finally {
      this.inFlight -= 1;
      // A made-up method must not become a label.
      this.durationOf(method ? path : 'unknown', code).observe((performance.now() - started) / 1000);
    }
  }

  /** Bound to its labels once: looking them up takes longer than the rest of the measurement. */
  private durationOf(path: string, code: string): { observe(seconds: number): void } {
    const key = `${path} ${code}`;
    let bound = this.durations.get(key);
    if (!bound) {
      // Methods and codes are closed sets, so this map is bounded.
      bound = this.duration.labels(path.slice(path.lastIndexOf('.') + 1), code);
      this.durations.set(key, bound);
    }
    return bound;
  }

  /** Transient failures (a statement timeout, an unavailable database) are not errors of the program. */
  private report(code: string, thrown: unknown, method: string, requestId: string): void {
    const fields = { err: thrown, method, requestId };
    if (code === 'internal') this.failures.error(fields, 'call failed');
    else if (code === 'unavailable') this.failures.warn(fields, 'call was not answered');
  }
}

/** Stops waiting at the deadline and notifies the handler, which may continue. */
async function withinDeadline<Result>(
  work: Promise<Result>,
  deadline: number,
  cancellation: Cancellation,
): Promise<Result> {
  const left = deadline - performance.now();
  if (left <= 0) {
    // The handler's own outcome no longer matters, but must not become an unhandled rejection.
    work.catch(() => undefined);
    const error = unavailable('deadline exceeded');
    cancellation.cancel(error);
    throw error;
  }
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = unavailable('deadline exceeded');
      // Reject first, so that the call fails with this error and not with the handler's reaction to the signal.
      reject(error);
      cancellation.cancel(error);
    }, left).unref();
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
