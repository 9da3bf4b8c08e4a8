import { Badge } from '../../design';

export const TEST_CORPUS = '200 fictional signals';

/** Beside every test key, in a color that nothing else has. */
export function TestBadge() {
  return <Badge tone="test">Test key</Badge>;
}
