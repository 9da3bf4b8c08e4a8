import { formatAmount, roundAmount } from '../money';
import { PRODUCT_NAMES } from '../vocabulary/names';
import { capitalize, elsewhere, peerOf, personName, type Headline, type HeadlineGenerator } from './headline';

export const acquisitionHeadline: HeadlineGenerator = (context): Headline => {
  const { random, company } = context;
  const target = peerOf(context);
  const amount = roundAmount(random.integer(4_000_000, 900_000_000));
  const sum = formatAmount(amount, company.place.currency, random.chance(0.5) ? 0 : 1);
  const product = random.pick(target.field.products);
  return {
    title: random.pick([
      `${company.short} acquires ${target.short} for ${sum}`,
      `${company.short} buys ${target.short} to add ${product} to its range`,
      `${company.short} to acquire ${target.place.city}'s ${target.short} in ${sum} deal`,
      `${company.short} takes over the ${product} business of ${target.short}`,
      `${target.short} agrees to be bought by ${company.short}`,
      `${company.short} completes acquisition of ${target.short}`,
      `Merger talks: ${company.short} and ${target.short} confirm negotiations`,
    ]),
  };
};

export const productLaunchHeadline: HeadlineGenerator = ({ random, company }): Headline => {
  const product = random.pick(company.field.products);
  const customers = random.pick(company.field.customers);
  const name =
    random.pick(PRODUCT_NAMES) + random.pick(['', '', '', ' 2', ' 3.0', ' Pro', ' for Teams', ' Open']);
  return {
    title: random.pick([
      `${company.short} launches ${name}: ${product} for ${customers}`,
      `Meet ${name}, the new ${company.short} take on ${product}`,
      `${company.short} unveils ${name} and promises ${customers} shorter evenings`,
      `${company.short} releases ${name} as open source`,
      `${capitalize(product)} for ${customers}: ${company.short} opens its public beta`,
      `${company.short} brings AI to ${product} with ${name}`,
      `${company.short} ships ${name} after 400 days of beta testing`,
      `${company.short} cuts the price of its ${product} by a third`,
      `${name} by ${company.short} is now available in ${company.place.country}`,
      `${company.short} adds C++ and Python bindings to ${name}`,
    ]),
  };
};

export const partnershipHeadline: HeadlineGenerator = (context): Headline => {
  const { random, company } = context;
  const partner = peerOf(context);
  const product = random.pick(company.field.products);
  return {
    title: random.pick([
      `${company.short} and ${partner.short} partner on ${product}`,
      `${company.short} teams up with ${partner.short} to offer ${product} to ${random.pick(partner.field.customers)}`,
      `${partner.short} chooses ${company.short} for its ${product}`,
      `${company.short} signs three-year partnership with ${partner.short} in ${partner.place.city}`,
      `Joint venture: ${company.short} and ${partner.short} will build ${product} together`,
      `${company.short} integrates with ${partner.short}, "finally", say ${random.pick(company.field.customers)}`,
    ]),
  };
};

export const contractHeadline: HeadlineGenerator = (context): Headline => {
  const { random, company } = context;
  const place = elsewhere(context);
  const product = random.pick(company.field.products);
  const customers = random.pick(company.field.customers);
  return {
    title: random.pick([
      `${company.short} wins contract to supply ${place.city} with ${product}`,
      `${place.city} picks ${company.short} for ${product}`,
      `${company.short} signs ${random.integer(12, 90)} ${customers} in its best quarter yet`,
      `${company.short} to deliver ${product} to ${customers} across ${place.country}`,
    ]),
    country: place.country,
    city: place.city,
  };
};

export const leadershipHeadline: HeadlineGenerator = (context): Headline => {
  const { random, company } = context;
  const person = personName(random);
  const former = peerOf(context).short;
  const post = random.pick([
    'chief executive',
    'CFO',
    'CTO',
    'chief product officer',
    'head of people',
    'chair',
    'VP Engineering',
    'general counsel',
  ]);
  return {
    title: random.pick([
      `${company.short} appoints ${person} as ${post}`,
      `${person} leaves ${former} to become ${post} of ${company.short}`,
      `${company.short} names former ${former} executive ${person} ${post}`,
      `${person}, ${post} of ${company.short}, steps down after ${random.integer(2, 11)} years`,
      `Founder ${person} returns to ${company.short} as ${post}`,
      `${company.short} board adds ${person}`,
    ]),
  };
};

export const expansionHeadline: HeadlineGenerator = (context): Headline => {
  const { random, company } = context;
  const place = elsewhere(context);
  return {
    title: random.pick([
      `${company.short} opens office in ${place.city}`,
      `${company.short} expands to ${place.country} with a first team in ${place.city}`,
      `${company.short} to build ${random.pick(company.field.products)} plant in ${place.city}`,
      `${company.short} moves into ${place.country}, its ${random.pick(['third', 'fifth', 'ninth', 'twelfth'])} market`,
      `${place.city} welcomes ${company.short}: new headquarters for ${random.integer(15, 400)} people`,
      `${company.short} doubles its warehouse space in ${place.city}`,
    ]),
    country: place.country,
    city: place.city,
  };
};
