export interface Place {
  country: string;
  city: string;
  /** ISO 4217; one of the three currencies the filter supports. */
  currency: 'USD' | 'EUR' | 'GBP';
}

const CITIES: Readonly<Record<string, readonly [currency: Place['currency'], ...cities: string[]]>> = {
  'United States': [
    'USD',
    'New York',
    'San Francisco',
    'Austin',
    'Chicago',
    'Boston',
    'Seattle',
    'Denver',
    'Portland',
    'Springfield',
  ],
  'United Kingdom': ['GBP', 'London', 'Manchester', 'Edinburgh', 'Bristol', 'Cambridge'],
  Germany: ['EUR', 'Berlin', 'Munich', 'Hamburg', 'Köln', 'Düsseldorf'],
  France: ['EUR', 'Paris', 'Lyon', 'Nantes', 'Besançon'],
  Spain: ['EUR', 'Madrid', 'Barcelona', 'A Coruña', 'Málaga'],
  Ireland: ['EUR', 'Dublin', 'Galway'],
  Netherlands: ['EUR', 'Amsterdam', 'Rotterdam', 'Utrecht'],
  Sweden: ['EUR', 'Stockholm', 'Göteborg', 'Malmö'],
  Norway: ['EUR', 'Oslo', 'Tromsø'],
  Poland: ['EUR', 'Warsaw', 'Kraków', 'Łódź'],
  Portugal: ['EUR', 'Lisbon', 'Porto'],
  Switzerland: ['EUR', 'Zürich', 'Genève'],
  Estonia: ['EUR', 'Tallinn'],
  Turkey: ['USD', 'İstanbul', 'İzmir'],
  Canada: ['USD', 'Toronto', 'Montréal', 'Vancouver'],
  Brazil: ['USD', 'São Paulo', 'Recife'],
  Mexico: ['USD', 'Mexico City', 'Mérida'],
  India: ['USD', 'Bengaluru', 'Mumbai', 'Pune'],
  Japan: ['USD', 'Tokyo', 'Osaka', 'Sapporo'],
  China: ['USD', 'Shanghai', 'Shenzhen'],
  'South Korea': ['USD', 'Seoul', 'Busan'],
  Singapore: ['USD', 'Singapore'],
  Australia: ['USD', 'Sydney', 'Melbourne'],
  Kenya: ['USD', 'Nairobi'],
  Nigeria: ['USD', 'Lagos'],
  // A city name that another country also has, so that a location filter by city and country has something to
  // distinguish.
  'New Zealand': ['USD', 'Auckland', 'Cambridge'],
};

export const places: readonly Place[] = Object.entries(CITIES).flatMap(([country, [currency, ...names]]) =>
  names.map((city) => ({ country, city, currency })),
);

/** Large home markets come up more often than one entry per city would make them. */
export const BUSY_COUNTRIES: readonly string[] = [
  'United States',
  'United Kingdom',
  'Germany',
  'France',
  'India',
];
