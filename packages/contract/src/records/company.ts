import { COUNT, DAY, enveloped, record, schemaRef, TEXT, TEXTS } from '../json-schema';
import { STRUCTURED_PARAMETERS } from '../search/structured';

const companySchema = record(
  ['slug', 'name', 'industries', 'signalCount'],
  {
    slug: TEXT,
    name: TEXT,
    domain: TEXT,
    description: TEXT,
    country: TEXT,
    city: TEXT,
    industries: TEXTS,
    employeeCount: COUNT,
    size: { type: 'string', enum: STRUCTURED_PARAMETERS.size.choices },
    signalCount: { type: 'integer', minimum: 0, description: "Number of the company's published signals." },
    latestActivityDate: DAY,
  },
  'A company. Absent values are omitted.',
);

export type CompanyField = keyof typeof companySchema.properties;

export const COMPANY_FIELDS = Object.keys(companySchema.properties) as CompanyField[];

export const companySchemas = {
  Company: companySchema,
  CompanyResponse: enveloped(schemaRef('Company')),
  SelectedCompany: record(
    ['slug'],
    companySchema.properties,
    'The chosen fields of a company, and its `slug`. Absent values are omitted.',
  ),
  SelectedCompanyResponse: enveloped(schemaRef('SelectedCompany')),
};

export const companyExample = {
  data: {
    slug: 'emberloom-finance',
    name: 'Emberloom Finance',
    domain: 'emberloom-finance.example',
    description: 'Maker of invoice financing and savings pots for corner shops, based in Bengaluru.',
    country: 'India',
    city: 'Bengaluru',
    industries: ['Financial Services', 'Fintech'],
    employeeCount: 98,
    size: '50-100',
    signalCount: 39,
    latestActivityDate: '2026-11-18',
  },
};
