import type { CompanyRecord, SignalRecord } from '@heliograph/catalog';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Company and signal records, with irrelevant fields filled in. */
export const companies: CompanyRecord[] = [
  {
    slug: 'acme-robotics',
    name: 'Acme Robotics',
    country: 'Germany',
    industries: ['Robotics'],
    employeeCount: 120,
  },
  { slug: 'acme.com', name: 'Acme <script>alert(1)</script>', industries: [] },
] as CompanyRecord[];

export const signals: SignalRecord[] = Array.from({ length: 30 }, (_, index) => ({
  id: String(1_001 + index),
  title: index % 2 === 0 ? `Acme raises series ${index}` : `Acme hires <b>${index}</b> engineers`,
  category: index % 2 === 0 ? 'funding' : 'hiring',
  companySlug: 'acme-robotics',
  activityDate: daysAgo(index),
  publishedAt: new Date(Date.now() - 86_400_000 * 40).toISOString(),
})) as unknown as SignalRecord[];
