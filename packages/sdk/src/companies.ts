import { newIdempotencyKey } from './idempotency-key.ts';
import type { CompanyOptions, RequestOptions } from './options.ts';
import { pathSegment } from './path-segment.ts';
import { dataOf, pageOf } from './response-data.ts';
import { encodeParameters, type IdentifyParameters } from './search-parameters.ts';
import type { Transport } from './transport.ts';
import type {
  CompanyResponse,
  CompanyField,
  IdentifiedCompany,
  IdentifyResponse,
  SelectedCompany,
} from './types.ts';

/** Companies mentioned in signals. Needs the scope `companies:read`. */
export class Companies {
  private readonly transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** Fetches one company by its slug. Costs one record. */
  async get<Field extends CompanyField = CompanyField>(
    slug: string,
    { fields, ...options }: CompanyOptions<Field> = {},
  ): Promise<CompanyResponse<Field>> {
    const response = await this.transport.send({
      ...options,
      path: `/companies/${pathSegment(slug)}`,
      ...(fields && { query: new URLSearchParams({ fields: fields.join(',') }) }),
      idempotencyKey: options.idempotencyKey ?? newIdempotencyKey(),
    });
    return { company: dataOf<SelectedCompany<Field>>(response), meta: response.meta };
  }

  /** Companies that match a domain or a name, at most 10. Free. */
  async identify(parameters: IdentifyParameters, options: RequestOptions = {}): Promise<IdentifyResponse> {
    const response = await this.transport.send({
      ...options,
      path: '/companies/identify',
      query: encodeParameters(parameters),
    });
    return { items: pageOf<{ items: IdentifiedCompany[] }>(response).items, meta: response.meta };
  }
}
