const DOMAIN = /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** The URL of a company's domain; null if it is not a host name. */
export function addressOfDomain(domain: string): string | null {
  return DOMAIN.test(domain) ? `https://${domain}/` : null;
}
