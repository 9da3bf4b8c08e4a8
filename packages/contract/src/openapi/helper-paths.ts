import { identifyExample, suggestExample } from '../records/helper-responses';
import { IDENTIFY_PARAMETERS } from '../search/identify';
import { SUGGEST_PARAMETERS } from '../search/suggest';
import { headerSets, recordHeaders } from './headers';
import { curl, ok, requestId, type InterfaceDescription } from './data-paths';
import { errorRefs } from './responses';
import { helperParameters } from './search-parameters';
import type { PathItem } from './types';

const headers = { ...recordHeaders, ...headerSets.vary };

/** The free helpers: they find filter values and companies. */
export function helperPaths({
  credential,
  base,
  authorization,
}: InterfaceDescription): Readonly<Record<string, PathItem>> {
  return {
    '/suggest': {
      get: {
        operationId: 'suggest',
        summary: 'Suggest filter values',
        description:
          'Companies, countries, cities, industries, or categories whose names contain what was typed so far, ' +
          'most published signals first; those without any are left out. Free, and not a search, for any valid ' +
          `${credential}.`,
        tags: ['Signals'],
        parameters: [requestId, ...helperParameters(SUGGEST_PARAMETERS)],
        responses: {
          '200': ok('The suggestions.', 'SuggestionList', suggestExample, headers),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [
          curl('Suggest', `curl -G ${base}/suggest"`, authorization, '-d kind=company', '-d prefix=ember'),
        ],
      },
    },
    '/companies/identify': {
      get: {
        operationId: 'identifyCompany',
        summary: 'Identify a company',
        description:
          'The companies that match a domain or a name, most published signals first; an empty list if there ' +
          'are none. Exactly one of `domain` and `name`. Free, and not a search. Needs the scope ' +
          '`companies:read`.',
        tags: ['Companies'],
        parameters: [requestId, ...helperParameters(IDENTIFY_PARAMETERS)],
        responses: {
          '200': ok('The companies.', 'IdentifyResponse', identifyExample, headers),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [
          curl(
            'By domain',
            `curl -G ${base}/companies/identify"`,
            authorization,
            '-d domain=jobs.emberloom-finance.example',
          ),
          curl(
            'By name',
            `curl -G ${base}/companies/identify"`,
            authorization,
            '--data-urlencode "name=Emberloom Finance, Inc."',
          ),
        ],
      },
    },
  };
}
