import { LOGGED_OPERATIONS } from './logged-operations';

it('lists the operations of both interfaces and of agents, once and in order', () => {
  for (const operation of ['answerAgents', 'searchSignals', 'getCompany'])
    expect(LOGGED_OPERATIONS).toContain(operation);
  expect(new Set(LOGGED_OPERATIONS).size).toBe(LOGGED_OPERATIONS.length);
  expect([...LOGGED_OPERATIONS].sort()).toEqual(LOGGED_OPERATIONS);
  expect(LOGGED_OPERATIONS.every((name) => /^[a-z][A-Za-z]+$/.test(name))).toBe(true);
});
