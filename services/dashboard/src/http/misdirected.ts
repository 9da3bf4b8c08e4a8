import { ServiceError } from '@heliograph/runtime';
import type { Operation } from './operation';

const MISDIRECTED_REQUEST = 421;

/** The data API's paths: a client that requests them here has the wrong address, whatever its credentials. */
export const DATA_API_PATH = /^\/api\/(?:cli\/)?v1(?:\/|$)/;

/** Says where the data API is, in the format of its errors (RFC 9110, section 15.5.20). */
export const misdirected: Operation = {
  name: 'misdirected',
  handle({ config }) {
    throw new ServiceError(
      'invalid_parameter',
      `This is the dashboard. The data API is at ${config.apiUrl}.`,
      { status: MISDIRECTED_REQUEST },
    );
  },
};
