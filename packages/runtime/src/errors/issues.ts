import type { Issue } from '@heliograph/contract';
import { ServiceError } from './service-error';

/** Collects the issues of one request, so that all are reported together. */
export class Issues {
  private readonly found: Issue[] = [];

  /** Adds an issue unless the condition holds. */
  require(condition: boolean, parameter: string, message: string): void {
    if (!condition) this.found.push({ parameter, message });
  }

  /** @throws ServiceError `invalid_parameter` if there are any issues. */
  throwIfAny(): void {
    if (this.found.length === 0) return;
    const text = this.found.map((issue) => `${issue.parameter} ${issue.message}`).join('; ');
    throw new ServiceError('invalid_parameter', `The request is not valid: ${text}.`, { issues: this.found });
  }
}
