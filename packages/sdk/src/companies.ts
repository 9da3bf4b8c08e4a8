import { newIdempotencyKey } from './idempotency-key.ts';
import type { CompanyOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { CompanyAnswer, CompanyField, SelectedCompany } from './types.ts';

/** Companies mentioned in signals. Needs the scope `companies:read`. */
export class Companies {
  private readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** One company by its slug, for one record. */
  async get<Field extends CompanyField = CompanyField>(
    slug: string,
    { fields, ...options }: CompanyOptions<Field> = {},
  ): Promise<CompanyAnswer<Field>> {
    const { body, meta } = await this.transport.send({
      ...options,
      path: `/companies/${encodeURIComponent(slug)}`,
      ...(fields && { query: new URLSearchParams({ fields: fields.join(',') }) }),
      idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
    });
    return { company: (body as { data: SelectedCompany<Field> }).data, meta };
  }
}
