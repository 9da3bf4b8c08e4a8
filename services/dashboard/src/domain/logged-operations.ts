import { clientDocument, openApiDocument } from '@heliograph/contract';

/** Of the gateway, but in neither document: an agent's request that calls no tool. */
const AGENTS = 'answerAgents';

/** Operations that the log of requests may hold, by name. */
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
