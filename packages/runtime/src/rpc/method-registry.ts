import { status } from '@grpc/grpc-js';
import { ServiceError, toServiceError } from '../errors/service-error';
import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { endCall, endFailedCall, startCallSpan } from '../telemetry/rpc-spans';
import { activeTracing } from '../telemetry/tracing';
import { createCallContext, type CallContext } from './call-context';
import type { MethodDefinition } from './definition';
import { answerTooLarge, unavailable } from './failure';
import { MAXIMUM_PAYLOAD_BYTES } from './limits';

/** Of a caller's name in logs: what a stranger says is as long as it likes. */
const LONGEST_NAME = 40;
const TOO_LARGE_INTERVAL_MS = 10_000;

/** A method as it is called: bytes in, bytes out. */
export interface RegisteredMethod {
  readonly definition: MethodDefinition;
  readonly allowed: ReadonlySet<string>;
  readonly handle: (request: unknown, call: CallContext) => Promise<unknown>;
}

export interface CallFields {
  requestId: string;
  traceparent: string;
  caller: string;
  /** Milliseconds since the Unix epoch. */
  deadline: number;
}

/**
 * All methods that a server serves, with who may call each. Whatever the transport, a call passes here: closed by
 * default, held to its deadline, measured, and failing with nothing but a ServiceError.
 */
export class MethodRegistry {
  private readonly methods = new Map<string, RegisteredMethod>();
  private readonly duration;
  private readonly refused;
  private inFlight = 0;
  private tooLargeNotedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.duration = metrics.histogram('rpc_server_duration_seconds', 'Duration of RPC calls served.', [
      'method',
      'code',
    ]);
    this.refused = metrics.counter(
      'rpc_server_refused_total',
      'Calls and streams refused: their token does not prove the name of a caller, or the method is not for it.',
      ['reason'],
    );
    // An increase is only seen of a series that was there before.
    for (const reason of ['token', 'method']) this.refused.inc({ reason }, 0);
    metrics.gauge('rpc_server_in_flight', 'RPC calls that are being served.', [], (gauge) =>
      gauge.set(this.inFlight),
    );
  }

  add(method: RegisteredMethod): void {
    this.methods.set(method.definition.path, method);
  }

  /** Notes a caller whose token is not that of its name; the name is whatever it said. */
  refuse(caller: string): void {
    this.refused.inc({ reason: 'token' });
    this.logger.warn({ caller: caller.slice(0, LONGEST_NAME) }, 'a caller was refused for its token');
  }

  /** Once in a while, since whoever asked is likely to ask again. */
  private noteTooLarge(method: string, bytes: number): void {
    const now = performance.now();
    if (now - this.tooLargeNotedAt < TOO_LARGE_INTERVAL_MS) return;
    this.tooLargeNotedAt = now;
    this.logger.error(
      { method, bytes, limit: MAXIMUM_PAYLOAD_BYTES },
      'a response is too large to be sent; the caller is told answer_too_large',
    );
  }

  /** Every caller that some method allows. */
  callers(): Set<string> {
    return new Set([...this.methods.values()].flatMap((method) => [...method.allowed]));
  }

  /** @throws ServiceError and nothing else. */
  async invoke(path: string, requestBytes: Buffer, fields: CallFields): Promise<Buffer> {
    const started = performance.now();
    const tracing = activeTracing();
    const span = tracing && startCallSpan(tracing, 'server', path, fields);
    const method = this.methods.get(path);
    let code = 'ok';
    this.inFlight += 1;
    try {
      // An unknown and a forbidden method look alike.
      if (!method?.allowed.has(fields.caller)) {
        this.refused.inc({ reason: 'method' });
        this.logger.warn({ method: path, caller: fields.caller }, 'call refused by the allow-list');
        throw new ServiceError('internal', 'An unexpected error occurred.', {
          cause: { code: status.PERMISSION_DENIED },
        });
      }
      const request = method.definition.requestDeserialize(requestBytes);
      const response = await withinDeadline(
        method.handle(
          request,
          createCallContext(span ? { ...fields, traceparent: span.traceparent } : fields),
        ),
        fields.deadline,
      );
      const bytes = method.definition.responseSerialize(response as never);
      if (bytes.length > MAXIMUM_PAYLOAD_BYTES) {
        this.noteTooLarge(path, bytes.length);
        throw answerTooLarge();
      }
      if (span) endCall(span);
      return bytes;
    } catch (thrown) {
      const error = toServiceError(thrown);
      code = error.code;
      if (span) endFailedCall(span, 'server', error);
      if (code === 'internal' || code === 'unavailable') {
        this.logger.error({ err: thrown, method: path, requestId: fields.requestId }, 'call failed');
      }
      throw error;
    } finally {
      this.inFlight -= 1;
      // What a caller makes up is no label.
      const name = method ? path.slice(path.lastIndexOf('.') + 1) : 'unknown';
      this.duration.observe({ method: name, code }, (performance.now() - started) / 1000);
    }
  }
}

/** Stops waiting (the handler may go on) when nobody waits for the answer any more. */
async function withinDeadline<Result>(work: Promise<Result>, deadline: number): Promise<Result> {
  const left = deadline - Date.now();
  if (left <= 0) {
    // The handler's own outcome no longer matters to anybody; it must not become an unhandled rejection.
    work.catch(() => undefined);
    throw unavailable('deadline exceeded');
  }
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('deadline exceeded')), left).unref();
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
