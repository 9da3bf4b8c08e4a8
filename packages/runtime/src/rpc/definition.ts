import type { CallContext, OutgoingCall } from './call-context';

/** One method of a generated grpc-js service definition. */
export interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (value: never) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  readonly responseSerialize: (value: never) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

/** A generated grpc-js service definition, such as `ledger.LedgerServiceService`. */
export type ServiceDefinition = Readonly<Record<string, MethodDefinition>>;

export type RequestOf<Method> = Method extends { requestDeserialize: (bytes: Buffer) => infer Request }
  ? Request
  : never;

export type ResponseOf<Method> = Method extends { responseDeserialize: (bytes: Buffer) => infer Response }
  ? Response
  : never;

/** A service's implementation: one async function per unary method. */
export type Handlers<Service> = {
  readonly [Name in keyof Service]: (
    request: RequestOf<Service[Name]>,
    call: CallContext,
  ) => Promise<ResponseOf<Service[Name]>>;
};

/** A client's methods: one async function per unary method. */
export type RpcMethods<Service> = {
  readonly [Name in keyof Service]: (
    request: RequestOf<Service[Name]>,
    call: OutgoingCall,
  ) => Promise<ResponseOf<Service[Name]>>;
};
