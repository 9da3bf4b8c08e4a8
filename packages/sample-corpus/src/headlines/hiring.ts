import type { Random } from '../random';
import type { HiringRecord } from '../records';
import { EMPLOYMENT_TYPES, ROLES, SENIORITIES, WORK_ARRANGEMENTS, type Role } from '../vocabulary/roles';
import type { Profile } from '../companies';
import {
  elsewhere,
  personName,
  type HeadlineContext,
  type Headline,
  type HeadlineGenerator,
} from './headline';

export const hiringHeadline: HeadlineGenerator = (context): Headline => {
  const generate = context.random.weighted<HeadlineGenerator>([
    [openRole, 70],
    [newGraduates, 8],
    [internship, 8],
    [hiringPlan, 12],
    [hiringFreeze, 2],
  ]);
  return generate(context);
};

function pickRole(random: Random): { role: Role; title: string } {
  const role = random.weighted(ROLES);
  return { role, title: random.pick(role.titles) };
}

function openRole(context: HeadlineContext): Headline {
  const { random, company } = context;
  const { role, title } = pickRole(random);
  const { seniority, prefix } = random.weighted(SENIORITIES);
  const { employment, suffix } = random.weighted(EMPLOYMENT_TYPES);
  const arrangement = random.weighted(WORK_ARRANGEMENTS);
  const place = random.chance(0.3) ? elsewhere(context) : company.place;
  const job = `${prefix}${title}${suffix}`;
  const where = arrangement === 'remote' ? `remote, ${place.country}` : place.city;
  const product = random.pick(company.field.products);
  return {
    title: random.pick([
      `${company.short} is hiring: ${job} (${where})`,
      `${job} at ${company.short}, ${where}`,
      `${company.short} seeks ${job} for its ${product}`,
      `${company.short} opens a position (${where}): ${job}`,
      `Wanted, ${where}: ${job} to work on ${product} at ${company.short}`,
      `${company.short}: ${job} | ${where} | ${arrangement}`,
      `${job}, ${arrangement}: ${company.short} adds to its ${role.jobFunction.replace('-', ' ')} team`,
    ]),
    hiring: {
      types: ['open-role'],
      functions: [role.jobFunction],
      seniorities: [seniority],
      employmentTypes: [employment],
      workArrangements: [arrangement],
    },
    ...placed(company, place),
  };
}

function newGraduates({ random, company }: HeadlineContext): Headline {
  const { role, title } = pickRole(random);
  const arrangement = random.weighted(WORK_ARRANGEMENTS);
  return {
    title: random.pick([
      `${company.short} opens its graduate program: ${title}, class of next year`,
      `New grad: ${title} at ${company.short}, ${company.place.city}`,
      `${company.short} recruits new graduates as ${title} in ${company.place.city}`,
    ]),
    hiring: graded('new-grad', role, 'entry', 'full-time', arrangement),
  };
}

function internship({ random, company }: HeadlineContext): Headline {
  const { role, title } = pickRole(random);
  const arrangement = random.weighted(WORK_ARRANGEMENTS);
  return {
    title: random.pick([
      `${company.short} offers summer internship: ${title} (${company.place.city})`,
      `${title} Intern, ${company.short}`,
      `Internship at ${company.short}: three months with the ${company.field.topics[0] ?? 'research'} group`,
    ]),
    hiring: graded('internship', role, 'intern', 'internship', arrangement),
  };
}

function hiringPlan(context: HeadlineContext): Headline {
  const { random, company } = context;
  const [first, second] = [random.weighted(ROLES), random.weighted(ROLES)];
  const count = random.pick([12, 20, 25, 40, 60, 80, 120, 150, 300]);
  const place = random.chance(0.5) ? elsewhere(context) : company.place;
  return {
    title: random.pick([
      `${company.short} plans to hire ${count} people in ${place.city} this year`,
      `${company.short} to double its engineering team in ${place.city}`,
      `Hiring spree at ${company.short}: ${count} openings from ${first.jobFunction} to ${second.jobFunction}`,
      `${company.short} is hiring ${count} engineers for its ${random.pick(company.field.products)}`,
      `"We cannot hire fast enough," says ${personName(random)} of ${company.short}`,
    ]),
    hiring: { types: ['hiring-plan'], functions: [...new Set([first.jobFunction, second.jobFunction])] },
    ...placed(company, place),
  };
}

function hiringFreeze({ random, company }: HeadlineContext): Headline {
  return {
    title: random.pick([
      `${company.short} freezes hiring until spring`,
      `${company.short} pauses recruiting outside engineering`,
      `No new desks: ${company.short} halts hiring in ${company.place.city}`,
    ]),
    hiring: { types: ['hiring-freeze'] },
  };
}

function graded(
  type: string,
  role: Role,
  seniority: string,
  employment: string,
  arrangement: string,
): HiringRecord {
  return {
    types: [type],
    functions: [role.jobFunction],
    seniorities: [seniority],
    employmentTypes: [employment],
    workArrangements: [arrangement],
  };
}

/** Country and city of an activity elsewhere; nothing at the company's headquarters, which are the default. */
function placed(
  company: Profile,
  place: { country: string; city: string },
): Pick<Headline, 'country' | 'city'> {
  return place === company.place ? {} : { country: place.country, city: place.city };
}
