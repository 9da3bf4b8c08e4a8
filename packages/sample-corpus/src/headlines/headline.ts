import type { Profile } from '../companies';
import type { Random } from '../random';
import type { FundingRecord, HiringRecord } from '../records';
import { FAMILY_NAMES, GIVEN_NAMES } from '../vocabulary/names';
import { places, type Place } from '../vocabulary/places';

/** What a headline can draw on. */
export interface HeadlineContext {
  random: Random;
  company: Profile;
  /** Companies it can deal with: partners, targets, employers of its new managers. */
  peers: readonly Profile[];
}

/** A headline, and what else its record says. */
export interface Headline {
  title: string;
  hiring?: HiringRecord;
  funding?: FundingRecord;
  /** Set if the activity is away from the company's headquarters. */
  country?: string;
  city?: string;
}

/** Generates a headline of one category about the context's company. */
export type HeadlineGenerator = (context: HeadlineContext) => Headline;

export function personName(random: Random): string {
  return `${random.pick(GIVEN_NAMES)} ${random.pick(FAMILY_NAMES)}`;
}

/** Another company, by the name headlines use. */
export function peerOf({ random, company, peers }: HeadlineContext): Profile {
  const peer = random.pick(peers);
  return peer.record.slug === company.record.slug
    ? random.pick(peers.filter((other) => other !== peer))
    : peer;
}

/** A city other than the company's. */
export function elsewhere({ random, company }: HeadlineContext): Place {
  return random.pick(places.filter((place) => place.city !== company.place.city));
}

/** Capitalizes the first letter, for headlines that begin with a product. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
