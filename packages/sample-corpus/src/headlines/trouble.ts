import { personName, type Headline, type HeadlineGenerator } from './headline';

export const layoffsHeadline: HeadlineGenerator = ({ random, company }): Headline => {
  const share = random.pick([5, 8, 10, 12, 15, 20, 25, 30]);
  const { short, place } = company;
  return {
    title: random.pick([
      `${short} lays off ${share}% of staff`,
      `${short} cuts ${random.integer(8, 340)} jobs in ${place.city}`,
      `Layoffs at ${short}: ${share}% of roles go as ${random.pick(company.field.products)} line is wound down`,
      `${short} to reduce headcount by ${share}% after slow year with ${random.pick(company.field.customers)}`,
      `"This one is on me": ${short} chief ${personName(random)} announces layoffs`,
    ]),
  };
};

export const closureHeadline: HeadlineGenerator = ({ random, company }): Headline => ({
  title: random.pick([
    `${company.short} to shut down at the end of the month`,
    `${company.short} closes its ${company.place.city} site`,
    `${company.short} files for insolvency; ${random.pick(company.field.customers)} left looking for ${random.pick(company.field.products)}`,
    `After ${random.integer(3, 14)} years, ${company.short} winds down its ${random.pick(company.field.products)}`,
  ]),
});

export const regulationHeadline: HeadlineGenerator = ({ random, company }): Headline => ({
  title: random.pick([
    `${company.short} cleared to sell ${random.pick(company.field.products)} in ${company.place.country}`,
    `Regulator fines ${company.short} over late safety reports`,
    `${company.short} receives approval for its ${random.pick(company.field.products)}`,
    `${company.short} settles dispute with ${random.pick(company.field.customers)} out of court`,
  ]),
});

export const awardHeadline: HeadlineGenerator = ({ random, company }): Headline => ({
  title: random.pick([
    `${company.short} named best employer in ${company.place.city}`,
    `${company.short} takes gold for ${random.pick(company.field.products)} at the Quiet Design Awards`,
    `${company.short} makes the Fast Snails 50 list of growing companies`,
    `Work on ${random.pick(company.field.topics)} wins ${company.short} the Brass Kettle Prize`,
  ]),
});
