import { company } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { getCompany } from './get-company';
import { getFilterOptions } from './get-filter-options';
import { identifyCompany } from './identify-company';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  getCompany: ['gateway', 'dashboard'],
  identifyCompany: ['gateway'],
  getFilterOptions: ['gateway', 'dashboard'],
};

/** Adds company's calls to a server. */
export function serveCompany(server: RpcServer, context: Context): void {
  server.serve(company.CompanyServiceService, ALLOW, {
    getCompany: (request, call) => getCompany(context, request, call),
    identifyCompany: (request, call) => identifyCompany(context, request, call),
    getFilterOptions: (request) => getFilterOptions(context, request),
  });
}
