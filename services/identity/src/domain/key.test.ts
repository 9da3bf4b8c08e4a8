import { isScope, SCOPES } from './key';

it('knows the scopes, and nothing else', () => {
  for (const scope of SCOPES) expect([scope, isScope(scope)]).toEqual([scope, true]);
  for (const text of ['', 'signals', 'SIGNALS:READ', 'admin'])
    expect([text, isScope(text)]).toEqual([text, false]);
});
