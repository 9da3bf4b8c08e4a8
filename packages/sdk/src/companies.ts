import { newIdempotencyKey } from './idempotency-key.ts';
import type { DataRequestOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { Company, CompanyAnswer } from './types.ts';

/** Companies mentioned in signals. Needs the scope `companies:read`. */
export class Companies {
  private readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** One company by its slug, for one record. */
  async get(slug: string, options: DataRequestOptions = {}): Promise<CompanyAnswer> {
    const { body, meta } = await this.transport.send({
      ...options,
      path: `/companies/${encodeURIComponent(slug)}`,
      idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
    });
    return { company: (body as { data: Company }).data, meta };
  }
}
