import { endpoint } from '../endpoint';

/** `GET /operator/console`: what cannot be measured says so, and fails nothing else. */
export const getConsole = endpoint({
  name: 'getConsole',
  isForOperators: true,
  run: ({ context }) => context.operatorConsole.read(),
});
