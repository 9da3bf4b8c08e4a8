import { dateOf, instantOf, startOfDay } from './calendar';
import { makeCompanies, type Profile } from './companies';
import {
  tellAcquisition,
  tellContract,
  tellExpansion,
  tellLeadership,
  tellPartnership,
  tellProductLaunch,
} from './headlines/business';
import { tellAccelerator, tellFunding, tellGrant, tellIpo } from './headlines/funding';
import { tellHiring } from './headlines/hiring';
import { tellInNativeLanguage } from './headlines/native';
import type { Scene, Story, Teller } from './headlines/story';
import { tellAward, tellClosure, tellLayoffs, tellRegulation } from './headlines/trouble';
import { sampleLabels } from './labels';
import { Random } from './random';
import type { SampleCorpus, SignalRecord } from './records';
import { drawTimeline, type Moment } from './timeline';

const COMPANY_COUNT = 600;
const SIGNAL_COUNT = 5000;
/** Ids have gaps, like those of a real source, and do not follow dates. */
const FIRST_ID = 4_100_000_019;
const ID_STEP = 37;
const DAY_MS = 86_400_000;

const tellers: Readonly<Record<string, Teller>> = {
  accelerator: tellAccelerator,
  acquisition: tellAcquisition,
  award: tellAward,
  closure: tellClosure,
  'contract-win': tellContract,
  expansion: tellExpansion,
  funding: tellFunding,
  grant: tellGrant,
  hiring: tellHiring,
  ipo: tellIpo,
  layoffs: tellLayoffs,
  leadership: tellLeadership,
  partnership: tellPartnership,
  'product-launch': tellProductLaunch,
  regulation: tellRegulation,
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
  moment: Moment;
  story: Story;
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
    for (const moment of drawTimeline(stream, count)) {
      drafts.push({
        company,
        moment,
        story: tellUniqueStory({ random: stream, company, peers: companies }, moment.category, titles),
        millisecond: stream.integer(0, DAY_MS - 1),
        hasUrl: stream.chance(0.85),
      });
    }
  }
  return random.several(drafts, SIGNAL_COUNT);
}

/** Tells stories until one has a new title; a company that has told everything repeats itself. */
function tellUniqueStory(scene: Scene, category: string, titles: Set<string>): Story {
  const teller = tellers[category];
  if (teller === undefined) throw new RangeError(`no headlines for the category ${category}`);
  const tell = (): Story => {
    const native = scene.random.chance(0.7)
      ? tellInNativeLanguage(scene.random, scene.company, category)
      : undefined;
    return native ?? teller(scene);
  };
  let story = tell();
  for (let attempt = 0; attempt < 20 && titles.has(story.title); attempt++) story = tell();
  titles.add(story.title);
  return story;
}

function finish(
  { company, moment, story, millisecond, hasUrl }: Draft,
  id: string,
  midnight: Date,
): SignalRecord {
  const { title, ...details } = story;
  const publishedDaysAgo = moment.daysAgo - moment.publishedAfterDays;
  const record: SignalRecord = {
    id,
    title,
    category: moment.category,
    companySlug: company.record.slug,
    activityDate: dateOf(midnight, moment.daysAgo),
    publishedAt: instantOf(midnight, publishedDaysAgo, millisecond),
    ...(hasUrl ? { activityUrl: `https://${company.record.slug}.example/news/${id}` } : {}),
    ...(details.country === undefined ? {} : { country: details.country }),
    ...(details.city === undefined ? {} : { city: details.city }),
    ...(details.hiring === undefined ? {} : { hiring: details.hiring }),
    ...(details.funding === undefined ? {} : { funding: details.funding }),
  };
  return record;
}
