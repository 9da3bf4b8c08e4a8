import { clientDocument, openApiDocument } from '@heliograph/contract';

/** The gateway logs it, but neither document lists it: an agent's request that calls no tool. */
const AGENTS = 'answerAgents';

/** Names of operations that can appear in the request log. */
export const LOGGED_OPERATIONS: readonly string[] = [
  ...new Set([
    ...[openApiDocument, clientDocument].flatMap(({ paths }) =>
      Object.values(paths).flatMap((path) =>
        Object.values(path).flatMap((operation) =>
          typeof operation === 'object' && 'operationId' in operation ? [operation.operationId] : [],
        ),
      ),
    ),
    AGENTS,
  ]),
].sort();
