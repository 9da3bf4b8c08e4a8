/** Maximum bytes of a gRPC message, on both sides. */
export const MAXIMUM_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Maximum bytes of a request or response: the rest of the message is its frame. */
export const MAXIMUM_PAYLOAD_BYTES = MAXIMUM_MESSAGE_BYTES - 64 * 1024;

/**
 * Maximum bytes of an API response. It is sent in payloads and stored with its charge; a page of the largest importable
 * signals is smaller.
 */
export const MAXIMUM_RESPONSE_BYTES = 15 * 1024 * 1024;
