import type { Random } from './random';
import type { CompanyRecord } from './records';
import { FIELDS, type Field } from './vocabulary/fields';
import { NAME_BEGINNINGS, NAME_MIDDLES, SPECIAL_COMPANIES, type SpecialCompany } from './vocabulary/names';
import { BUSY_COUNTRIES, places, type Place } from './vocabulary/places';

/** A company with data that its headlines need but its record lacks. */
export interface Profile {
  record: CompanyRecord;
  field: Field;
  place: Place;
  /** What headlines call it. */
  short: string;
  native?: string;
  language?: SpecialCompany['language'];
  /** How much is written about it, relative to others. */
  prominence: number;
}

/** Employee counts at and between the bounds of every size the filter has. */
const STAFF_RANGES: readonly (readonly [range: readonly [low: number, high: number], weight: number])[] = [
  [[3, 49], 42],
  [[50, 100], 20],
  [[101, 500], 22],
  [[501, 900], 8],
  [[1200, 48_000], 8],
];

/** Makes `count` companies with distinct names and slugs, hand-made ones first. */
export function makeCompanies(random: Random, count: number): Profile[] {
  const taken = new Set<string>();
  const companies: Profile[] = [];
  for (let index = 0; companies.length < count; index++) {
    const stream = random.fork(index);
    const profile = makeCompany(stream, SPECIAL_COMPANIES[index]);
    if (taken.has(profile.record.slug)) continue;
    taken.add(profile.record.slug);
    companies.push(profile);
  }
  return companies;
}

function makeCompany(random: Random, special?: SpecialCompany): Profile {
  const field = random.pick(fieldsFor(special));
  const word = random.pick(NAME_BEGINNINGS) + random.pick(NAME_MIDDLES);
  const name = special?.name ?? `${word} ${random.pick(field.nameEndings)}`;
  const slug = special?.slug ?? name.toLowerCase().replaceAll(' ', '-');
  const place = random.pick(placesFor(random, special));
  const range = random.weighted(STAFF_RANGES);
  const record: CompanyRecord = {
    slug,
    name,
    domain: `${slug}.example`,
    description: describe(random, field, place),
    country: place.country,
    city: place.city,
    industries: [...field.industries],
    employeeCount: random.integer(...range),
  };
  if (random.chance(0.08)) delete record.employeeCount;
  if (random.chance(0.06)) delete record.description;
  if (random.chance(0.05)) delete record.city;
  return {
    record,
    field,
    place,
    short: special?.short ?? (random.chance(0.45) ? word : name),
    native: special?.native,
    language: special?.language,
    prominence:
      special?.language === undefined
        ? random.weighted([
            [1, 70],
            [3, 22],
            [9, 8],
          ])
        : 4,
  };
}

function fieldsFor(special?: SpecialCompany): readonly Field[] {
  const industry = special?.industry;
  return industry === undefined ? FIELDS : FIELDS.filter((field) => field.industries[0] === industry);
}

function placesFor(random: Random, special?: SpecialCompany): readonly Place[] {
  const country = special?.country ?? (random.chance(0.5) ? random.pick(BUSY_COUNTRIES) : undefined);
  return country === undefined ? places : places.filter((place) => place.country === country);
}

function describe(random: Random, field: Field, place: Place): string {
  const [product = '', other = ''] = random.several(field.products, 2);
  const [customer = ''] = random.several(field.customers, 1);
  return random.pick([
    `Maker of ${product} and ${other} for ${customer}, based in ${place.city}.`,
    `${place.city} company behind ${product} used by ${customer}.`,
    `Builds ${product} for ${customer}; also known for its ${other}.`,
    `From ${place.city}: ${product}, ${other}, and a good deal of patience with ${customer}.`,
  ]);
}
