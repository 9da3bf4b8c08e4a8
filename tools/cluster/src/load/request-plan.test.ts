import { randomNumbers } from '@heliograph/testing';
import { planRequest, type Operation } from './request-plan';

function shares(semantic: boolean): Record<Operation, number> {
  const counts = { search: 0, semantic: 0, count: 0, company: 0, usage: 0 };
  const random = randomNumbers(42);
  for (let index = 0; index < 4_000; index += 1) {
    const { operation, pathAndQuery } = planRequest(['acme'], random, semantic);
    counts[operation] += 1 / 4_000;
    expect(pathAndQuery.includes('semantic=')).toBe(operation === 'semantic');
  }
  return counts;
}

it('sends semantic searches only on request, and then as a third of all searches', () => {
  expect(shares(false).semantic).toBe(0);
  const { search, semantic, count, company, usage } = shares(true);
  expect(semantic / (search + semantic)).toBeCloseTo(0.3, 1);
  for (const share of [count, company, usage]) expect(share).toBeGreaterThan(0.05);
});
