import { changePlan, type Plan, type PlanGiver } from './account';

it.each([
  ['free', 'subscription', 'paid', 'subscription', 'paid', 'subscription'],
  ['paid', 'subscription', 'free', 'subscription', 'free', 'subscription'],
  ['paid', 'subscription', 'paid', 'command', 'paid', 'command'],
  ['paid', 'command', 'free', 'subscription', 'paid', 'command'],
  ['paid', 'command', 'paid', 'subscription', 'paid', 'command'],
  ['paid', 'command', 'free', 'command', 'free', 'command'],
  ['free', 'command', 'paid', 'subscription', 'paid', 'subscription'],
] as [Plan, PlanGiver, Plan, PlanGiver, Plan, PlanGiver][])(
  '%s by %s, changed to %s by %s, is %s by %s',
  (plan, givenBy, to, by, after, afterBy) => {
    expect(changePlan({ plan, givenBy }, to, by)).toEqual({ plan: after, givenBy: afterBy });
  },
);
