/** Recognition of people by the domain of their e-mail (P 1, readings B-55). The domain lists are configuration. */

/** Domain lists. An entry matches itself and every subdomain; `*` matches exactly one label. */
export interface DomainLists {
  readonly force: readonly string[];
  readonly staff: readonly string[];
  readonly institutional: readonly string[];
}

export const DEFAULT_DOMAINS: DomainLists = {
  force: [
    'carabinieri.it',
    'poliziadistato.it',
    'gdf.it',
    'interno.it',
    'poliziapenitenziaria.it',
    'esercito.difesa.it',
    'marina.difesa.it',
    'aeronautica.difesa.it',
    'difesa.it',
  ],
  staff: ['varco.example'],
  institutional: ['comune.*.it', 'provincia.*.it', 'cittametropolitana.*.it', 'regione.*.it', '*.gov.it'],
};

/** The fields of a user that recognition needs. */
export interface UserKindFacts {
  readonly username: string;
  readonly email: string;
  /** An unverified address grants nothing. */
  readonly emailVerified: boolean;
}

const splitDomain = (domain: string): string[] => domain.toLowerCase().split('.');

/** True when `domain` is `pattern` or below it; compared label by label, so `evilgdf.it` is not below `gdf.it`. */
function matchesDomain(domain: string, pattern: string): boolean {
  const have = splitDomain(domain);
  const want = splitDomain(pattern);
  const tail = have.slice(have.length - want.length);
  return (
    have.length >= want.length && !have.includes('') && want.every((label, i) => label === '*' || label === tail[i])
  );
}

function isUserInDomains(user: UserKindFacts, patterns: readonly string[]): boolean {
  if (!user.emailVerified) return false;
  return [user.email, user.username].some((address) => {
    const at = address.lastIndexOf('@');
    return at > 0 && patterns.some((pattern) => matchesDomain(address.slice(at + 1), pattern));
  });
}

/** Police or armed forces: verified e-mail, or a username that is an e-mail, below a force domain (KIND-01). */
export const isForceUser = (user: UserKindFacts, lists: DomainLists): boolean => isUserInDomains(user, lists.force);

/** Staff of the provider (KIND-03). */
export const isProviderStaff = (user: UserKindFacts, lists: DomainLists): boolean => isUserInDomains(user, lists.staff);

/** Institutional address: a force domain or one of the patterns of public bodies (KIND-06). */
export const isInstitutional = (user: UserKindFacts, lists: DomainLists): boolean =>
  isUserInDomains(user, lists.force) || isUserInDomains(user, lists.institutional);

/** True for an address in one of these domains or a subdomain (`*`: exactly one label). */
export function isInDomains(address: string, domains: readonly string[]): boolean {
  const at = address.lastIndexOf('@');
  return at > 0 && domains.some((pattern) => matchesDomain(address.slice(at + 1), pattern));
}
