import type { Fault } from '@heliograph/contract';
import { ServiceError } from './service-error';

/** Collects the faults of one request, so that all are reported together. */
export class Faults {
  private readonly found: Fault[] = [];

  /** Adds a fault unless the condition holds. */
  require(condition: boolean, parameter: string, message: string): void {
    if (!condition) this.found.push({ parameter, message });
  }

  /** @throws ServiceError `invalid_parameter` if there are any. */
  throwIfAny(): void {
    if (this.found.length === 0) return;
    const text = this.found.map((fault) => `${fault.parameter} ${fault.message}`).join('; ');
    throw new ServiceError('invalid_parameter', `The request is not valid: ${text}.`, { faults: this.found });
  }
}
