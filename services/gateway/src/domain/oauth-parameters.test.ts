import { issuesWithForm } from './oauth-parameters';

const verifier = 'v'.repeat(43);
const issuesOf = (values: Record<string, string>) =>
  issuesWithForm(new Map(Object.entries(values)), ['grant_type', 'code_verifier'], ['device_name']).map(
    ({ parameter, message }) => `${parameter} ${message}`,
  );

it('accepts all required parameters, with or without the allowed ones', () => {
  expect(issuesOf({ grant_type: 'authorization_code', code_verifier: verifier })).toEqual([]);
  expect(
    issuesOf({ grant_type: 'authorization_code', code_verifier: verifier, device_name: 'My laptop' }),
  ).toEqual([]);
});

it('names missing and invalid parameters, and those of another grant', () => {
  expect(issuesOf({})).toEqual(['grant_type is missing', 'code_verifier is missing']);
  expect(issuesOf({ grant_type: 'x', code_verifier: 'v'.repeat(42), refresh_token: 'token' })).toEqual([
    'code_verifier must be 43 to 128 letters, digits, -, ., _ or ~',
    'refresh_token does not belong to this grant_type',
  ]);
  expect(issuesOf({ grant_type: 'x', code_verifier: verifier, device_name: ' ' })).toEqual([
    'device_name must be 1 to 100 characters, none of them invisible',
  ]);
});
