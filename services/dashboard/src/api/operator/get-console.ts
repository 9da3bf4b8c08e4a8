import { endpoint } from '../endpoint';

/** `GET /operator/console`: a figure that cannot be measured says so without failing the others. */
export const getConsole = endpoint({
  name: 'getConsole',
  isForOperators: true,
  run: ({ context }) => context.operatorConsole.read(),
});
