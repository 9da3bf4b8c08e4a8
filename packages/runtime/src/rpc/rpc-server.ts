import {
  Server,
  ServerCredentials,
  status,
  type Metadata,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceDefinition as GrpcServiceDefinition,
  type UntypedServiceImplementation,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { health, type rpc } from '@heliograph/proto';
import { rm } from 'node:fs/promises';
import { toServiceError } from '../errors/service-error';
import type { Logger } from '../logging/logger';
import type { Metrics } from '../metrics/metrics';
import { METADATA } from './call-context';
import { Cancellation } from './cancellation';
import { audienceOf, CallerAuthentication, claimedName, type CallerTrust } from './caller-authentication';
import type { Handlers, MethodDefinition, ServiceDefinition } from './definition';
import { CallCancelled, grpcErrorFrom } from './failure';
import { MAXIMUM_MESSAGE_BYTES } from './limits';
import { MethodRegistry, type RegisteredMethod } from './method-registry';
import { multiplexDefinition } from './multiplex-codec';
import { MultiplexServer } from './multiplex-server';

/** Deadline of calls that set none. */
const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAXIMUM_IN_FLIGHT = 2_048;
const DEFAULT_GRACE_MS = 5_000;
/** A caller resolves its backends when a connection ends, so this is how soon it finds new ones. */
const DEFAULT_CONNECTION_AGE_MS = 60_000;
/** More than a multiplexed stream's lifetime plus the longest deadline, 12 minutes: no call is cut. */
const CONNECTION_AGE_GRACE_MS = 750_000;

export interface RpcServerOptions {
  /** The service's name, for logs. */
  name: string;
  /** `unix:/path` or `host:port`; port 0 means any free port. */
  address: string;
  /** How callers are recognized. */
  trust: CallerTrust;
  logger: Logger;
  metrics: Metrics;
  /** Whether health checks return SERVING; true by default. */
  isReady?: () => boolean | Promise<boolean>;
  /** Calls in flight on one multiplexed stream beyond which more are refused. */
  maximumInFlight?: number;
  /** How many calls in flight only wait and so are no load; none by default. */
  waiting?: () => number;
  /** Milliseconds after which a connection over TCP is replaced; default one minute. */
  connectionAgeMs?: number;
}

/**
 * A gRPC server for unary methods, each also reachable through a multiplexed stream. Callers are authenticated by name
 * and denied by default; handlers throw ServiceError, which reaches the client intact.
 */
export class RpcServer {
  private readonly server: Server;
  private readonly registry: MethodRegistry;
  private readonly multiplex: MultiplexServer;
  private readonly audiences = new Set<string>();
  private authentication: CallerAuthentication | undefined;
  private closing: Promise<void> | undefined;

  private constructor(private readonly options: RpcServerOptions) {
    this.server = new Server({
      'grpc.max_receive_message_length': MAXIMUM_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAXIMUM_MESSAGE_BYTES,
      'grpc-node.max_session_memory': 128,
      ...(!options.address.startsWith('unix:') && connectionAge(options.connectionAgeMs)),
    });
    this.registry = new MethodRegistry(options.logger, options.metrics, options.waiting);
    this.multiplex = new MultiplexServer(this.registry, options.maximumInFlight ?? DEFAULT_MAXIMUM_IN_FLIGHT);
  }

  static create(options: RpcServerOptions): RpcServer {
    return new RpcServer(options);
  }

  /**
   * Adds a service; call before `start`.
   *
   * @param allow the names of the programs that may call each method; no others can.
   */
  serve<Service extends ServiceDefinition>(
    definition: Service,
    allow: Readonly<Record<keyof Service, readonly string[]>>,
    handlers: Handlers<Service>,
  ): void {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const key = name as keyof Service;
      this.registry.add({
        definition: method,
        allowed: new Set(allow[key]),
        handle: handlers[key] as RegisteredMethod['handle'],
      });
      implementation[name] = (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) =>
        this.runUnary(method, call, callback);
    }
    this.audiences.add(audienceOf(definition));
    this.server.addService(withRawMessages(definition), implementation);
  }

  /** @returns the bound address (with the actual port instead of 0). */
  async start(): Promise<string> {
    const { trust, logger } = this.options;
    this.authentication = new CallerAuthentication(trust, this.audiences, this.registry.callers());
    this.registry.watchRefusals();
    if (trust.sharedSecret !== undefined) {
      logger.warn(
        'INTERNAL_SECRET is set: anyone who knows it can impersonate any caller. Unset it once everything is upgraded',
      );
    }
    this.server.addService(health.HealthService, {
      check: (
        _call: ServerUnaryCall<health.HealthCheckRequest, health.HealthCheckResponse>,
        callback: sendUnaryData<health.HealthCheckResponse>,
      ) => {
        Promise.resolve(this.closing ? false : (this.options.isReady?.() ?? true)).then(
          (ready) => {
            const { SERVING, NOT_SERVING } = health.HealthCheckResponse_ServingStatus;
            callback(null, { status: ready ? SERVING : NOT_SERVING });
          },
          (error) => callback(grpcErrorFrom(toServiceError(error))),
        );
      },
    });
    this.server.addService(multiplexDefinition, {
      open: (stream: ServerDuplexStream<rpc.CallFrame, rpc.ReplyFrame>) => {
        const caller = this.authenticate(stream.metadata);
        if (caller === undefined) {
          stream.emit('error', { code: status.UNAUTHENTICATED, details: 'unknown caller' });
          return;
        }
        this.multiplex.accept(stream, caller);
      },
    });
    const { address } = this.options;
    // A socket file left by a killed predecessor would make the bind fail.
    if (address.startsWith('unix:')) await rm(address.slice('unix:'.length), { force: true });
    const port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return address.startsWith('unix:') ? address : address.replace(/:\d+$/, `:${port}`);
  }

  /** Refuses new calls, waits up to `graceMs` for those in flight, then cuts the rest. */
  close(graceMs: number = DEFAULT_GRACE_MS): Promise<void> {
    this.closing ??= new Promise((resolve) => {
      const force = setTimeout(() => this.server.forceShutdown(), graceMs);
      // Connections announce that they take no further calls before streams do, so that callers go to another backend.
      this.server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
      this.multiplex.drain();
    });
    return this.closing;
  }

  private authenticate(metadata: Metadata): string | undefined {
    const verdict = this.authentication!.authenticate(metadata);
    if ('caller' in verdict) return verdict.caller;
    this.registry.refuse(claimedName(metadata), verdict.refusal);
    return undefined;
  }

  private runUnary(
    method: MethodDefinition,
    call: ServerUnaryCall<Buffer, Buffer>,
    callback: sendUnaryData<Buffer>,
  ): void {
    const caller = this.authenticate(call.metadata);
    if (caller === undefined) {
      callback({ code: status.UNAUTHENTICATED, details: 'unknown caller' });
      return;
    }
    const deadline = Number(call.getDeadline());
    const cancellation = new Cancellation();
    call.once('cancelled', () => cancellation.cancel(new CallCancelled()));
    this.registry
      .invoke(method.path, call.request, {
        caller,
        requestId: String(call.metadata.get(METADATA.requestId)[0] ?? ''),
        traceparent: String(call.metadata.get(METADATA.traceparent)[0] ?? ''),
        timeoutMs: Number.isFinite(deadline) ? deadline - Date.now() : DEFAULT_TIMEOUT_MS,
        accountId: String(call.metadata.get(METADATA.accountId)[0] ?? ''),
        cancellation,
      })
      .then(
        (response) => callback(null, response),
        (error) => callback(grpcErrorFrom(toServiceError(error))),
      );
  }
}

function connectionAge(ageMs = DEFAULT_CONNECTION_AGE_MS) {
  return {
    'grpc.max_connection_age_ms': ageMs,
    'grpc.max_connection_age_grace_ms': CONNECTION_AGE_GRACE_MS,
  };
}

/** The registry decodes and encodes, so the transport passes bytes through. */
function withRawMessages(definition: ServiceDefinition): GrpcServiceDefinition {
  const raw = (bytes: Buffer) => bytes;
  return Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      {
        path: method.path,
        requestStream: false,
        responseStream: false,
        requestSerialize: raw,
        requestDeserialize: raw,
        responseSerialize: raw,
        responseDeserialize: raw,
      },
    ]),
  );
}
