/** Bytes of a gRPC message, on both sides. */
export const MAXIMUM_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Bytes of a request or response: the rest of the message is its frame. */
export const MAXIMUM_PAYLOAD_BYTES = MAXIMUM_MESSAGE_BYTES - 64 * 1024;

/**
 * Bytes of an answer of the API. It travels inside payloads, and is stored with its charge; a page of the largest signals that an import
 * takes is smaller.
 */
export const MAXIMUM_ANSWER_BYTES = 15 * 1024 * 1024;
