import { dateOf, DAY_MS, instantOf, startOfDay } from './calendar';
import { makeCompanies, type Profile } from './companies';
import {
  acquisitionHeadline,
  contractHeadline,
  expansionHeadline,
  leadershipHeadline,
  partnershipHeadline,
  productLaunchHeadline,
} from './headlines/business';
import { acceleratorHeadline, fundingHeadline, grantHeadline, ipoHeadline } from './headlines/funding';
import { hiringHeadline } from './headlines/hiring';
import { nativeHeadline } from './headlines/native';
import type { HeadlineContext, Headline, HeadlineGenerator } from './headlines/headline';
import { awardHeadline, closureHeadline, layoffsHeadline, regulationHeadline } from './headlines/trouble';
import { sampleLabels } from './labels';
import { Random } from './random';
import type { SampleCorpus, SignalRecord } from './records';
import { drawTimeline, type TimelineEntry } from './timeline';

const COMPANY_COUNT = 600;
const SIGNAL_COUNT = 5000;
/** Ids have gaps, like those of a real source, and do not follow dates. */
const FIRST_ID = 4_100_000_019;
const ID_STEP = 37;

const generators: Readonly<Record<string, HeadlineGenerator>> = {
  accelerator: acceleratorHeadline,
  acquisition: acquisitionHeadline,
  award: awardHeadline,
  closure: closureHeadline,
  'contract-win': contractHeadline,
  expansion: expansionHeadline,
  funding: fundingHeadline,
  grant: grantHeadline,
  hiring: hiringHeadline,
  ipo: ipoHeadline,
  layoffs: layoffsHeadline,
  leadership: leadershipHeadline,
  partnership: partnershipHeadline,
  'product-launch': productLaunchHeadline,
  regulation: regulationHeadline,
};

/**
 * Generates the bundled corpus: 600 fictional companies (domains under `.example`, RFC 2606) and 5,000 signals. Slugs,
 * ids, titles, and labels are the same on every call and every machine; only dates follow `today`, from about a year
 * before it to some scheduled publications.
 *
 * @param today any instant of the UTC day that dates are relative to.
 * @throws RangeError if `today` is not a date.
 */
export function sampleCorpus(today: Date | string): SampleCorpus {
  const midnight = startOfDay(today);
  const random = new Random('heliograph sample corpus 1');
  const companies = makeCompanies(random.fork('companies'), COMPANY_COUNT);
  const drafts = draftSignals(random.fork('signals'), companies);
  const signals = drafts.map((draft, index) => finish(draft, String(FIRST_ID + index * ID_STEP), midnight));
  return { companies: companies.map((company) => company.record), signals, labels: [...sampleLabels] };
}

interface Draft {
  company: Profile;
  entry: TimelineEntry;
  headline: Headline;
  /** Publication time, in milliseconds of its day. */
  millisecond: number;
  hasUrl: boolean;
}

function draftSignals(random: Random, companies: readonly Profile[]): Draft[] {
  const totalProminence = companies.reduce((sum, company) => sum + company.prominence, 0);
  const titles = new Set<string>();
  const drafts: Draft[] = [];
  for (const company of companies) {
    const stream = random.fork(company.record.slug);
    const count = Math.max(2, Math.round((SIGNAL_COUNT * 1.05 * company.prominence) / totalProminence));
    for (const entry of drawTimeline(stream, count)) {
      drafts.push({
        company,
        entry,
        headline: uniqueHeadline({ random: stream, company, peers: companies }, entry.category, titles),
        millisecond: stream.integer(0, DAY_MS - 1),
        hasUrl: stream.chance(0.85),
      });
    }
  }
  return random.several(drafts, SIGNAL_COUNT);
}

/** Generates headlines until one has a new title; a company whose titles are all used repeats one. */
function uniqueHeadline(context: HeadlineContext, category: string, titles: Set<string>): Headline {
  const generator = generators[category];
  if (generator === undefined) throw new RangeError(`no headlines for the category ${category}`);
  const generate = (): Headline => {
    const native = context.random.chance(0.7)
      ? nativeHeadline(context.random, context.company, category)
      : undefined;
    return native ?? generator(context);
  };
  let headline = generate();
  for (let attempt = 0; attempt < 20 && titles.has(headline.title); attempt++) headline = generate();
  titles.add(headline.title);
  return headline;
}

function finish(
  { company, entry, headline, millisecond, hasUrl }: Draft,
  id: string,
  midnight: Date,
): SignalRecord {
  const { title, ...details } = headline;
  const publishedDaysAgo = entry.daysAgo - entry.publishedAfterDays;
  const record: SignalRecord = {
    id,
    title,
    category: entry.category,
    companySlug: company.record.slug,
    activityDate: dateOf(midnight, entry.daysAgo),
    publishedAt: instantOf(midnight, publishedDaysAgo, millisecond),
    ...(hasUrl ? { activityUrl: `https://${company.record.slug}.example/news/${id}` } : {}),
    ...(details.country === undefined ? {} : { country: details.country }),
    ...(details.city === undefined ? {} : { city: details.city }),
    ...(details.hiring === undefined ? {} : { hiring: details.hiring }),
    ...(details.funding === undefined ? {} : { funding: details.funding }),
  };
  return record;
}
