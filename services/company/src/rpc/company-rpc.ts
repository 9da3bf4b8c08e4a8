import { company } from '@heliograph/proto';
import { testServiceOf, type Handlers, type RpcServer } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { getCompany } from './get-company';
import { getFilterOptions } from './get-filter-options';
import { identifyCompany } from './identify-company';

type CompanyService = typeof company.CompanyServiceService;
type Allowed = Readonly<Record<keyof CompanyService, readonly string[]>>;

/** Who may call each method; all other callers are refused. */
const ALLOW: Allowed = {
  getCompany: ['gateway', 'dashboard'],
  identifyCompany: ['gateway'],
  getFilterOptions: ['gateway', 'dashboard'],
};

/** Adds company's calls to a server: for the live corpus and, under another name, for that of test keys. */
export function serveCompany(server: RpcServer, live: CorpusContext, test: CorpusContext): void {
  server.serve(company.CompanyServiceService, ALLOW, handlersOf(live));
  server.serve(testServiceOf(company.CompanyServiceService), ALLOW, handlersOf(test));
}

function handlersOf(context: CorpusContext): Handlers<CompanyService> {
  return {
    getCompany: (request, call) => getCompany(context, request, call),
    identifyCompany: (request, call) => identifyCompany(context, request, call),
    getFilterOptions: (request) => getFilterOptions(context, request),
  };
}
