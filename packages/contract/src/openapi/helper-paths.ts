import { identifyExample, suggestExample } from '../records/helper-answers';
import { IDENTIFY_PARAMETERS } from '../search/identify';
import { SUGGEST_PARAMETERS } from '../search/suggest';
import { headerSets } from './headers';
import { curl, ok, requestId, type InterfaceDescription } from './data-paths';
import { errorRefs } from './responses';
import { helperParameters } from './search-parameters';
import type { PathItem } from './types';

const headers = { ...headerSets.consumed, ...headerSets.vary };

/** The free helpers: they find values to search for, and companies. */
export function helperPaths({
  credential,
  base,
  authorization,
}: InterfaceDescription): Readonly<Record<string, PathItem>> {
  return {
    '/suggest': {
      get: {
        operationId: 'suggest',
        summary: 'Suggest values of filters',
        description:
          'Companies, countries, cities, industries or categories whose names hold what was typed so far, those with the most ' +
          'published signals first; those without any are left out. Free, and no search, for any valid ' +
          `${credential}.`,
        tags: ['Signals'],
        parameters: [requestId, ...helperParameters(SUGGEST_PARAMETERS)],
        responses: {
          '200': ok('The suggestions.', 'SuggestAnswer', suggestExample, headers),
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
          'The companies that a domain or a name means, those with the most published signals first; none is an empty list. ' +
          'Exactly one of `domain` and `name`. Free, and no search. Needs the scope `companies:read`.',
        tags: ['Companies'],
        parameters: [requestId, ...helperParameters(IDENTIFY_PARAMETERS)],
        responses: {
          '200': ok('The companies.', 'IdentifyAnswer', identifyExample, headers),
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
