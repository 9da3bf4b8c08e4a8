import { useQuery } from '@tanstack/react-query';

/** Answered only where the development issuer is on. */
const DISCOVERY = '/development-issuer/.well-known/openid-configuration';

/** Whether anyone can sign in as anyone here. Nothing else shows it before sign-in. */
export function useDevelopmentIssuer(): boolean {
  const { data } = useQuery({
    queryKey: ['development-issuer'],
    queryFn: async ({ signal }) => {
      const response = await fetch(DISCOVERY, { signal });
      return response.ok && (response.headers.get('Content-Type') ?? '').includes('json');
    },
    staleTime: Infinity,
    retry: false,
  });
  return data ?? false;
}
