import { LOCATION } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import type { Place } from './filters';

/** A place's key; equal places have equal keys. */
export function keyOfPlace({ kind, value, country }: Place): string {
  return JSON.stringify([kind, value, country ?? '']);
}

/** The inverse of {@link keyOfPlace}. */
export function placeOfKey(key: string): Place {
  const [kind, value, country] = JSON.parse(key) as [Place['kind'], string, string];
  return country === '' ? { kind, value } : { kind, value, country };
}

export const keyOfCountry = (value: string): string => keyOfPlace({ kind: 'country', value });
export const keyOfCity = (value: string): string => keyOfPlace({ kind: 'city', value });

/** A typed city, with a country after a comma if several cities share the name; undefined without a city. */
export function typedCity(text: string): Option | undefined {
  const [city, ...rest] = text.split(',').map((part) => part.trim());
  if (!city) return undefined;
  const country = rest.filter(Boolean).join(', ').slice(0, LOCATION.countryLength);
  const place: Place = {
    kind: 'city',
    value: city.slice(0, LOCATION.valueLength),
    ...(country && { country }),
  };
  return { id: keyOfPlace(place), label: textOfPlace(place) };
}

/** As people write it. */
export function textOfPlace({ value, country }: Pick<Place, 'value' | 'country'>): string {
  return country ? `${value}, ${country}` : value;
}
