import type { EventMessage } from './message';

/** A CloudEvents 1.0 event with protobuf data. */
export interface CloudEvent {
  id: string;
  /** Such as `heliograph.usage.recorded.v1`. */
  type: string;
  /** URI reference of the event's source, such as `/heliograph/ledger`. */
  source: string;
  time: Date;
  data: Buffer;
  /** W3C trace context of the event's cause (CloudEvents distributed tracing extension). */
  traceparent?: string;
}

/** A message that is not a valid event; sending it again cannot help. */
export class InvalidEventError extends Error {
  /** @param reason what is wrong with it, without any of its content. */
  constructor(readonly reason: string) {
    super(`not a valid event: ${reason}`);
    this.name = 'InvalidEventError';
  }
}

const EVENT_CONTENT_TYPE = 'application/protobuf';
const SPECIFICATION = '1.0';

/** RFC 3339, section 5.6, `date-time`. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * An event as a message in the binary mode of the Kafka protocol binding (CloudEvents 1.0, section 3.2): attributes as
 * headers, data as the value.
 */
export function toMessage(event: CloudEvent, key: string): EventMessage {
  return {
    key,
    headers: {
      ce_specversion: SPECIFICATION,
      ce_id: event.id,
      ce_type: event.type,
      ce_source: event.source,
      ce_time: event.time.toISOString(),
      'content-type': EVENT_CONTENT_TYPE,
      ...(event.traceparent === undefined ? {} : { ce_traceparent: event.traceparent }),
    },
    value: event.data,
  };
}

/**
 * The event in a binary-mode message. Does not parse the data.
 *
 * @throws InvalidEventError if an attribute is missing or invalid, or the data is not protobuf.
 */
export function parseCloudEvent(message: EventMessage): CloudEvent {
  const { headers } = message;
  if (required(headers, 'ce_specversion') !== SPECIFICATION) {
    throw new InvalidEventError(`header ce_specversion is not ${SPECIFICATION}`);
  }
  const time = required(headers, 'ce_time');
  const parsedTime = new Date(time);
  if (!TIMESTAMP.test(time) || Number.isNaN(parsedTime.getTime())) {
    throw new InvalidEventError('header ce_time is not an RFC 3339 time');
  }
  if (required(headers, 'content-type') !== EVENT_CONTENT_TYPE) {
    throw new InvalidEventError(`header content-type is not ${EVENT_CONTENT_TYPE}`);
  }
  const { ce_traceparent: traceparent } = headers;
  return {
    id: required(headers, 'ce_id'),
    type: required(headers, 'ce_type'),
    source: required(headers, 'ce_source'),
    time: parsedTime,
    data: message.value,
    ...(traceparent ? { traceparent } : {}),
  };
}

function required(headers: EventMessage['headers'], name: string): string {
  const value = headers[name];
  if (!value) throw new InvalidEventError(`header ${name} is missing`);
  return value;
}
