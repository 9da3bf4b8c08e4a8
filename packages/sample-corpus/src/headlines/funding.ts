import { formatAmount, roundAmount, STAGES } from '../money';
import { ACCELERATORS, EXCHANGES, FUNDERS, INVESTORS } from '../vocabulary/names';
import type { Headline, HeadlineGenerator } from './headline';

export const fundingHeadline: HeadlineGenerator = ({ random, company }): Headline => {
  const stage = random.weighted(STAGES);
  const investor = random.pick(INVESTORS);
  const second = random.pick(INVESTORS.filter((other) => other !== investor));
  const product = random.pick(company.field.products);
  const customers = random.pick(company.field.customers);
  const { short, place } = company;
  if (random.chance(0.08)) {
    return {
      title: random.pick([
        `${short} raises undisclosed ${stage.label} round led by ${investor}`,
        `${investor} backs ${short}, maker of ${product}, for an undisclosed sum`,
        `${short} adds ${investor} as a shareholder; terms not disclosed`,
      ]),
      funding: { stage: stage.id },
    };
  }
  const currency = random.chance(0.75) ? place.currency : random.pick(['USD', 'EUR', 'GBP']);
  // Low amounts are more common than high ones.
  const amount = roundAmount(stage.low + (stage.high - stage.low) * random.unit() ** 1.8);
  const sum = formatAmount(amount, currency, random.chance(0.6) ? 0 : 1);
  return {
    title: random.pick([
      `${short} raises ${sum} ${stage.label} round to bring ${product} to ${customers}`,
      `${short} closes ${sum} ${stage.label} round led by ${investor}`,
      `${investor} leads ${sum} ${stage.label} investment in ${short}`,
      `${place.city}-based ${short} secures ${sum} for its ${product}`,
      `${sum} for ${product}: ${short} wins over ${investor} and ${second}`,
      `${short} banks ${sum} as ${customers} queue up for its ${product}`,
      `${short} announces ${sum} ${stage.label} financing`,
      `Investors pour ${sum} into ${short} and its ${product}`,
      `${short} doubles down on ${product} with ${sum} from ${investor}`,
      `${stage.id === 'debt' ? 'Lenders hand' : 'Backers hand'} ${short} ${sum} to double its engineering team`,
    ]),
    funding: { stage: stage.id, amount, currency },
  };
};

export const grantHeadline: HeadlineGenerator = ({ random, company }): Headline => {
  const topic = random.pick(company.field.topics);
  const funder = random.pick(FUNDERS);
  const amount = roundAmount(random.integer(40_000, 2_800_000));
  const currency = company.place.currency;
  const sum = formatAmount(amount, currency, random.chance(0.5) ? 0 : 1);
  return {
    title: random.pick([
      `${company.short} wins ${sum} grant from ${funder} for research on ${topic}`,
      `${company.short} awarded ${sum} to study ${topic}`,
      `PHASE II AWARD: ${topic.toUpperCase()} (${company.short.toUpperCase()})`,
      `${sum} grant lets ${company.short} test ${random.pick(company.field.products)} with ${random.pick(company.field.customers)}`,
      `${company.short} and a university consortium share a grant for ${topic}`,
      `Grant from ${funder} funds two years of work on ${topic} at ${company.short}`,
    ]),
    funding: { stage: 'grant', amount, currency },
  };
};

export const acceleratorHeadline: HeadlineGenerator = ({ random, company }): Headline => {
  const accelerator = random.pick(ACCELERATORS);
  const amount = roundAmount(random.integer(25_000, 250_000));
  const currency = company.place.currency;
  return {
    title: random.pick([
      `${accelerator} picks ${company.short} for its autumn batch`,
      `${company.short} joins ${accelerator} with ${formatAmount(amount, currency, 0)} and a desk by the window`,
      `${company.short}, maker of ${random.pick(company.field.products)}, graduates from ${accelerator}`,
      `Demo day at ${accelerator}: ${company.short} shows its ${random.pick(company.field.products)}`,
    ]),
    funding: { stage: 'accelerator', amount, currency },
  };
};

export const ipoHeadline: HeadlineGenerator = ({ random, company }): Headline => {
  const amount = roundAmount(random.integer(60_000_000, 2_400_000_000));
  const currency = company.place.currency;
  const sum = formatAmount(amount, currency, 0);
  const exchange = random.pick(EXCHANGES);
  const priced = random.chance(0.6);
  return {
    title: priced
      ? random.pick([
          `${company.short} prices IPO at the top of its range and raises ${sum}`,
          `${company.short} goes public on ${exchange} in a ${sum} offering`,
          `Shares of ${company.short} jump 31% on first day of trading after ${sum} IPO`,
          `${company.short} raises ${sum} in the largest listing of the year in ${company.place.country}`,
        ])
      : random.pick([
          `${company.short} files confidentially for an initial public offering`,
          `${company.short} postpones its IPO, citing choppy markets`,
          `${company.short} picks ${exchange} for its stock market debut`,
        ]),
    funding: priced ? { stage: 'ipo', amount, currency } : undefined,
  };
};
