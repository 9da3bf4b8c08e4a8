import { Badge } from '../../design';

export const TEST_CORPUS = '200 fictional signals';

/** Marks every test key, in a color used for nothing else. */
export function TestBadge() {
  return <Badge tone="test">Test key</Badge>;
}
