import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { api, ask, type Schemas } from '../client/api.ts';
import { createCache, forgetSeen } from '../client/cache.ts';
import { endEverywhere } from '../live/tabs.ts';
import { forgetAthleteList } from '../parts/athlete-list.ts';

export type Profile = Schemas['UserProfile'];
export type Membership = Schemas['OwnMembership'];

/** Who is signed in, and where they coach and run. */
export type Session = {
  readonly profile: Profile;
  readonly memberships: readonly Membership[];
};

const SessionContext = createContext<Session | null>(null);

/** Asks who is signed in. @throws ApiError with 401 where nobody is */
export async function findSession(): Promise<Session> {
  const [{ data: profile }, { data }] = await Promise.all([
    ask(api.GET('/users/me')),
    ask(api.GET('/users/me/memberships', { params: { query: { limit: 100 } } })),
  ]);
  return { profile, memberships: data.memberships };
}

/** Under what the cache keeps it. */
export const SESSION = ['session'] as const;

/** Everything below it belongs to this person: another person gets another cache. */
export function SignedIn({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const { user_id } = session.profile;
  const cache = useMemo(() => createCache(user_id), [user_id]);
  return (
    <QueryClientProvider client={cache}>
      <Kept session={session}>{children}</Kept>
    </QueryClientProvider>
  );
}

function Kept({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  const { data } = useQuery({
    queryKey: SESSION,
    queryFn: findSession,
    initialData: session,
    staleTime: 60_000,
  });
  return <SessionContext value={data}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession is used outside SignedIn');
  return session;
}

const COACH_ROLES = ['head_coach', 'admin', 'assistant_coach'] as const;

/** The organizations that one coaches, in the order in which they are listed. */
export function coachedBy({ memberships }: Session): readonly Membership[] {
  return memberships.filter(({ role }) => COACH_ROLES.some((one) => one === role));
}

/** Who said at sign-up that they coach may make organizations. */
export const isCoachAccount = ({ profile }: Session): boolean => profile.membership_role === 'coach';

/** Signs out here: the server's session, what this device keeps, and every other tab. */
export function useSignOut(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    await ask(api.DELETE('/auth/cookie-session'));
    await leaveDevice(cache);
  };
}

/** Where a session has ended for good: forgets what this device keeps, and leads every tab to the page where one signs in. */
export async function leaveDevice(cache: QueryClient): Promise<void> {
  await forgetSeen(cache);
  forgetAthleteList();
  endEverywhere();
  location.assign('/sign-in');
}
