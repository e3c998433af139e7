import { useMatch } from 'react-router';
import { coachedBy, isCoachAccount, type Membership, type Session, useSession } from '../session/session.tsx';

/** As what one uses the console at this moment: the coach of an organization, or somebody who runs. */
export type CurrentRole = { readonly coaches: Membership } | { readonly coaches: null };

const LAST = 'ekiden.last-role';
const RUNS = 'athlete';

/** Where a coach makes an organization. */
export const NEW_ORGANIZATION = '/new-organization';

/** Addresses below an organization are its coaches', unless one is only a member of it. */
export function useRole(): CurrentRole {
  const session = useSession();
  const org_id = useMatch('/o/:org/*')?.params.org;
  const coached = coachedBy(session).find((one) => one.org_id === org_id) ?? null;
  return { coaches: coached };
}

/** Kept on this device, so that the console opens where one was. */
export function noteRole({ coaches }: CurrentRole): void {
  localStorage.setItem(LAST, coaches?.org_id ?? RUNS);
}

/** Where the console begins: as what it was used last, else as a coach where one coaches. */
export function firstPath(session: Session): string {
  const coached = coachedBy(session);
  const last = localStorage.getItem(LAST);
  const again = coached.find(({ org_id }) => org_id === last);
  if (again !== undefined) return `/o/${again.org_id}/triage`;
  const [first] = coached;
  if (first === undefined && last === null && isCoachAccount(session)) return NEW_ORGANIZATION;
  return last === RUNS || first === undefined ? '/today' : `/o/${first.org_id}/triage`;
}

/** The organization in the address. @throws where the address has none */
export function useOrgId(): string {
  const org_id = useMatch('/o/:org/*')?.params.org;
  if (org_id === undefined) throw new Error('useOrgId is used outside an organization');
  return org_id;
}
