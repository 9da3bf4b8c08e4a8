import {
  Client,
  Metadata,
  credentials,
  status,
  type ChannelOptions,
  type ServiceError as GrpcError,
} from '@grpc/grpc-js';
import { health } from '@heliograph/proto';
import { endCall, endFailedCall, startCallSpan } from '../telemetry/rpc-spans';
import { activeTracing, type Tracing } from '../telemetry/tracing';
import { METADATA, type OutgoingCall } from './call-context';
import type { CancelSignal } from './cancellation';
import { CallerProof, type CallerCredentials } from './caller-authentication';
import type { MethodDefinition, RpcMethods, ServiceDefinition } from './definition';
import { CallCancelled, errorFromGrpc, requireFittingRequest, wasRefused } from './failure';
import { MAXIMUM_MESSAGE_BYTES } from './limits';
import { MultiplexClient } from './multiplex-client';
import { rememberingAddress } from './remembering-resolver';

/** HTTP/2's default of 64 KiB holds three pages of results: a multiplexed stream would stall on every fourth. */
const FLOW_CONTROL_WINDOW_BYTES = 8 * 1024 * 1024;
const DEFAULT_MAXIMUM_IN_FLIGHT = 2_048;
/** Streams to a cluster's backends. A power of two spreads evenly over the usual numbers of backends. */
const CLUSTER_STREAMS = 4;
const CLUSTER_STREAM_LIFETIME_MS = 20_000;
/** After this, replaced connections take no further calls. Those in flight still finish. */
const FINISHING_MS = 60_000;
/** A peer whose unary calls time out may just be slow: its connections are not replaced more often than this. */
const RENEWAL_INTERVAL_MS = 5_000;

interface RpcClientOptions {
  /** `unix:/path`, `host:port`, `dns:///name:port`, or `dns://server/name:port` to use a specific DNS server. */
  address: string;
  /** This program's name in its peers' allow-lists. */
  caller: string;
  credentials: CallerCredentials;
  /** Default timeout of calls, in milliseconds. */
  defaultTimeoutMs: number;
  /** Whether to send calls over long-lived streams, those of one event-loop turn in one frame. */
  multiplexed?: boolean;
  /** Multiplexed calls awaiting a reply beyond which more are refused with `unavailable`. */
  maximumInFlight?: number;
  /** Milliseconds, plus or minus a quarter, for which a multiplexed stream over TCP is used; default 20 s. */
  streamLifetimeMs?: number;
}

export interface RpcConnection {
  close(): Promise<void>;
  /** Whether the peer answers its health check with SERVING within `timeoutMs`. Never rejects. */
  isServing(timeoutMs: number): Promise<boolean>;
}

export type RpcClient<Service> = RpcMethods<Service> & RpcConnection;

/**
 * A typed client for the unary methods of a generated service definition. Calls reject only with ServiceError: the
 * peer's own, or `unavailable` if the peer was unreachable or did not respond in time.
 */
export function createRpcClient<Service extends ServiceDefinition>(
  definition: Service,
  options: RpcClientOptions,
): RpcClient<Service> {
  const isLocal = options.address.startsWith('unix:');
  const channel = new Channel(options.address);
  const proof = new CallerProof(options.caller, options.credentials, definition);
  const newMetadata = () => {
    const metadata = new Metadata();
    proof.addTo(metadata);
    return metadata;
  };
  const multiplex = options.multiplexed
    ? new MultiplexClient(() => channel.client, {
        metadata: newMetadata,
        maximumInFlight: options.maximumInFlight ?? DEFAULT_MAXIMUM_IN_FLIGHT,
        onSilence: () => channel.renew(),
        streams: isLocal ? 1 : CLUSTER_STREAMS,
        streamLifetimeMs: isLocal ? undefined : (options.streamLifetimeMs ?? CLUSTER_STREAM_LIFETIME_MS),
      })
    : undefined;

  const callUnary = (method: MethodDefinition, request: unknown, call: OutgoingCall): Promise<unknown> => {
    const metadata = newMetadata();
    metadata.set(METADATA.requestId, call.requestId);
    if (call.traceparent) metadata.set(METADATA.traceparent, call.traceparent);
    if (call.accountId) metadata.set(METADATA.accountId, call.accountId);
    const deadline = Date.now() + (call.timeoutMs ?? options.defaultTimeoutMs);
    return unary(channel, method, request, metadata, deadline, call.signal);
  };
  const callMultiplexed = async (method: MethodDefinition, request: unknown, call: OutgoingCall) => {
    const response = await multiplex!.call({
      method: method.path,
      request: fitting(method, request),
      requestId: call.requestId,
      traceparent: call.traceparent ?? '',
      timeoutMs: call.timeoutMs ?? options.defaultTimeoutMs,
      accountId: call.accountId ?? '',
      signal: call.signal,
    });
    return method.responseDeserialize(response);
  };

  const send = multiplex ? callMultiplexed : callUnary;

  const methods = Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      (request: unknown, call: OutgoingCall) => {
        const tracing = activeTracing();
        return tracing ? sendTraced(tracing, send, method, request, call) : send(method, request, call);
      },
    ]),
  ) as unknown as RpcMethods<Service>;

  const connection: RpcConnection = {
    async close() {
      multiplex?.close();
      channel.close();
    },
    async isServing(timeoutMs) {
      try {
        const response = await unary(
          channel,
          health.HealthService.check,
          { service: '' },
          newMetadata(),
          Date.now() + timeoutMs,
        );
        return response.status === health.HealthCheckResponse_ServingStatus.SERVING;
      } catch {
        return false;
      }
    },
  };
  return { ...methods, ...connection };
}

/** The connections to a service's backends. */
class Channel {
  client: Client;
  /** Replaced clients that are still finishing their calls. */
  private readonly replaced = new Set<Client>();
  private renewedAt = -Infinity;
  private closed = false;

  constructor(private readonly address: string) {
    this.client = this.connect({});
  }

  /**
   * Reconnects: gRPC keeps using a connection to a dead peer until TCP gives up on it. Known addresses are tried while
   * they are looked up again.
   */
  renew(): void {
    this.renewedAt = performance.now();
    const old = this.client;
    this.client = this.connect({ 'grpc.use_local_subchannel_pool': 1 });
    this.replaced.add(old);
    setTimeout(() => {
      this.replaced.delete(old);
      old.close();
    }, FINISHING_MS).unref();
  }

  /**
   * Reconnects after a unary call over `client` timed out. gRPC waits without limit for a connection, and for the first
   * frame on it, and does not look up the name again meanwhile: a peer that was replaced silently would stay lost.
   */
  renewAfterTimeout(client: Client): void {
    const isDue = performance.now() - this.renewedAt >= RENEWAL_INTERVAL_MS;
    if (client === this.client && isDue && !this.closed) this.renew();
  }

  close(): void {
    this.closed = true;
    for (const client of [this.client, ...this.replaced]) client.close();
  }

  private connect(further: ChannelOptions): Client {
    return new Client(rememberingAddress(this.address), credentials.createInsecure(), {
      'grpc.max_receive_message_length': MAXIMUM_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAXIMUM_MESSAGE_BYTES,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
      // The proxy of `http_proxy` leads out of the installation.
      'grpc.enable_http_proxy': 0,
      // A restarting peer is back within a second or two; grpc-js would wait up to two minutes.
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      'grpc.service_config_disable_resolution': 1,
      // During a rolling replacement of backends, the new addresses must be known before the last old backend is gone.
      'grpc.dns_min_time_between_resolutions_ms': 500,
      // No keepalive pings: grpc-js takes one on a closing connection as a sign of a dead connection, and fails the
      // calls still in progress on it.
      ...further,
    });
  }
}

/** Sends a call in a span whose child is the callee's span. */
async function sendTraced(
  tracing: Tracing,
  send: (method: MethodDefinition, request: unknown, call: OutgoingCall) => Promise<unknown>,
  method: MethodDefinition,
  request: unknown,
  call: OutgoingCall,
): Promise<unknown> {
  const span = startCallSpan(tracing, 'client', method.path, call);
  try {
    const response = await send(method, request, { ...call, traceparent: span.traceparent });
    endCall(span);
    return response;
  } catch (error) {
    endFailedCall(span, 'client', error);
    throw error;
  }
}

/** @throws ServiceError `internal` if the request exceeds the message size. */
function fitting(method: MethodDefinition, request: unknown): Buffer {
  const bytes = method.requestSerialize(request as never);
  requireFittingRequest(method.path, bytes);
  return bytes;
}

function unary<Method extends MethodDefinition>(
  channel: Channel,
  method: Method,
  request: unknown,
  metadata: Metadata,
  deadline: number,
  signal?: CancelSignal,
): Promise<ReturnType<Method['responseDeserialize']>> {
  if (signal?.aborted) return Promise.reject(new CallCancelled());
  const { client } = channel;
  return new Promise((resolve, reject) => {
    const cancel = () => sent.cancel();
    const sent = client.makeUnaryRequest(
      method.path,
      (value: unknown) => fitting(method, value),
      (bytes: Buffer) => method.responseDeserialize(bytes) as ReturnType<Method['responseDeserialize']>,
      request,
      metadata,
      { deadline },
      (error: GrpcError | null, response) => {
        signal?.removeEventListener('abort', cancel);
        if (error?.code === status.DEADLINE_EXCEEDED) channel.renewAfterTimeout(client);
        if (!error) resolve(response!);
        else if (signal?.aborted) reject(new CallCancelled());
        else if (wasRefused(error) && Date.now() < deadline) {
          unary(channel, method, request, metadata, deadline, signal).then(resolve, reject);
        } else reject(errorFromGrpc(error));
      },
    );
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
