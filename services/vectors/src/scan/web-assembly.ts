interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of the interface used here: Node.js's type declarations leave it to those of browsers. */
interface WebAssemblyInterface {
  Memory: new (limits: { initial: number; maximum: number }) => WebAssemblyMemory;
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

export const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyInterface };
