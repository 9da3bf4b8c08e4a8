import { daysAgo, type CompanyLine, type SignalLine } from './corpus';

/** A few companies and signals, so few that expected answers can be read off. */
export const companies: CompanyLine[] = [
  {
    slug: 'acme-robotics',
    name: 'Acme Robotics, Inc.',
    domain: 'acme-robotics.example',
    country: 'Germany',
    city: 'München',
    industries: ['Robotics', 'Manufacturing'],
    employeeCount: 120,
  },
  {
    slug: 'blue-river',
    name: 'Blue River Analytics',
    country: 'United States',
    city: 'Austin',
    industries: ['Analytics'],
    employeeCount: 49,
  },
  { slug: 'cafe-zurich', name: 'Café Zürich', country: 'Switzerland', city: 'Zürich', industries: ['Food'] },
];

const published = `${daysAgo(400)}T00:00:00Z`;
const recent = daysAgo(3);
const hiring = {
  types: ['new-role'],
  functions: ['engineering'],
  seniorities: ['senior'],
  employmentTypes: ['full-time'],
  workArrangements: ['remote'],
};

export const signals: SignalLine[] = [
  {
    id: '101',
    title: 'Acme Robotics raises $12 million Series A to build warehouse robots',
    category: 'funding',
    companySlug: 'acme-robotics',
    activityDate: recent,
    publishedAt: published,
    activityUrl: 'https://news.example/101',
    funding: { stage: 'series-a', amount: 12_000_000, currency: 'USD' },
  },
  {
    id: '102',
    title: 'Acme Robotics is hiring a senior C++ engineer in München',
    category: 'hiring',
    companySlug: 'acme-robotics',
    activityDate: daysAgo(20),
    publishedAt: published,
    hiring,
  },
  {
    id: '103',
    title: 'Blue River Analytics acquires a warehouse-data start-up',
    category: 'acquisition',
    companySlug: 'blue-river',
    activityDate: daysAgo(45),
    publishedAt: published,
  },
  {
    id: '104',
    title: 'Blue River Analytics raises €3 million seed round',
    category: 'funding',
    companySlug: 'blue-river',
    activityDate: daysAgo(200),
    publishedAt: published,
    country: 'Germany',
    city: 'Berlin',
    funding: { stage: 'seed', amount: 3_000_000, currency: 'EUR' },
  },
  {
    id: '105',
    title: 'Café Zürich opens its fifth café; “no robots,” says founder',
    category: 'expansion',
    companySlug: 'cafe-zurich',
    activityDate: recent,
    publishedAt: published,
  },
  // Scheduled: never returned.
  {
    id: '106',
    title: 'Acme Robotics secret future robots launch',
    category: 'product-launch',
    companySlug: 'acme-robotics',
    activityDate: daysAgo(1),
    publishedAt: '2126-01-01T00:00:00Z',
  },
  // 9223372036854775807 does not fit a double: ids must stay strings and sort as numbers.
  {
    id: '9223372036854775807',
    title: 'Acme Robotics opens robots museum',
    category: 'expansion',
    companySlug: 'acme-robotics',
    activityDate: recent,
    publishedAt: published,
  },
];

const SCRIPT = '<img src=x onerror="window.stolen=true"><script>window.stolen=true</script>';
/** A company and a signal that try to run a script wherever they are displayed. */
const hostile = {
  company: {
    slug: 'hostile',
    name: `Hostile ${SCRIPT} Ltd`,
    domain: 'javascript:alert(1)',
    description: SCRIPT,
    industries: [SCRIPT],
  },
  signal: {
    id: '999',
    title: `Hostile ${SCRIPT} launches a product`,
    category: 'launch',
    companySlug: 'hostile',
    activityDate: daysAgo(1),
    publishedAt: `${daysAgo(400)}T00:00:00Z`,
    city: SCRIPT,
  },
};

/** The contents of the tests' shared system. */
export const sharedCorpus = {
  companies: [...companies, hostile.company],
  signals: [...signals, hostile.signal],
};
