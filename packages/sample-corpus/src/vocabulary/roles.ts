/** A kind of job: its function identifier and the titles it is advertised under, without the level. */
export interface Role {
  jobFunction: string;
  titles: readonly string[];
}

export const ROLES: readonly (readonly [Role, weight: number])[] = [
  [
    {
      jobFunction: 'engineering',
      titles: [
        'C++ Engineer',
        'Rust Engineer',
        'Backend Engineer (Node.js)',
        'C# / .NET Developer',
        'Firmware Engineer',
        'Site Reliability Engineer',
        'Machine Learning Engineer',
        'Mechanical Engineer',
        'Test Automation Engineer',
      ],
    },
    28,
  ],
  [
    {
      jobFunction: 'data',
      titles: ['Data Scientist', 'Data Engineer', 'Analytics Engineer', 'Business Analyst'],
    },
    12,
  ],
  [
    {
      jobFunction: 'sales',
      titles: [
        'Account Executive',
        'Sales Development Representative',
        'Partnerships Manager',
        'Solutions Consultant',
      ],
    },
    14,
  ],
  [
    {
      jobFunction: 'marketing',
      titles: ['Content Strategist', 'Brand Designer', 'Growth Marketer', 'Community Manager'],
    },
    10,
  ],
  [
    { jobFunction: 'product', titles: ['Product Manager', 'Technical Writer', 'Product Operations Analyst'] },
    8,
  ],
  [{ jobFunction: 'design', titles: ['Product Designer', 'Industrial Designer', 'UX Researcher'] }, 6],
  [{ jobFunction: 'finance', titles: ['Financial Controller', 'Payroll Specialist', 'Treasury Analyst'] }, 5],
  [{ jobFunction: 'people', titles: ['Recruiter', 'People Partner', 'Workplace Coordinator'] }, 5],
  [
    {
      jobFunction: 'customer-support',
      titles: ['Customer Success Manager', 'Support Engineer', 'Night Shift Support Agent'],
    },
    7,
  ],
  [
    {
      jobFunction: 'operations',
      titles: ['Warehouse Coordinator', 'Supply Chain Planner', 'Field Technician', 'Ferry Deckhand'],
    },
    8,
  ],
  [
    { jobFunction: 'research', titles: ['Research Scientist', 'Lab Technician', 'Postdoctoral Researcher'] },
    6,
  ],
  [{ jobFunction: 'legal', titles: ['Privacy Counsel', 'Contracts Manager'] }, 3],
  [{ jobFunction: 'security', titles: ['Security Engineer', 'Penetration Tester'] }, 4],
];

/** A seniority identifier, how it reads before a job title, and how often it comes up. */
export const SENIORITIES: readonly (readonly [
  level: { seniority: string; prefix: string },
  weight: number,
])[] = [
  [{ seniority: 'entry', prefix: 'Junior ' }, 18],
  [{ seniority: 'mid', prefix: '' }, 30],
  [{ seniority: 'senior', prefix: 'Senior ' }, 26],
  [{ seniority: 'lead', prefix: 'Lead ' }, 10],
  [{ seniority: 'director', prefix: 'Director, ' }, 5],
];

export const EMPLOYMENT_TYPES: readonly (readonly [{ employment: string; suffix: string }, number])[] = [
  [{ employment: 'full-time', suffix: '' }, 70],
  [{ employment: 'part-time', suffix: ' (part-time)' }, 12],
  [{ employment: 'contract', suffix: ' (6-month contract)' }, 10],
  [{ employment: 'temporary', suffix: ' (temporary)' }, 8],
];

export const WORK_ARRANGEMENTS: readonly (readonly [string, number])[] = [
  ['on-site', 38],
  ['hybrid', 36],
  ['remote', 26],
];
