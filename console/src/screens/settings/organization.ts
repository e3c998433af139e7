import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useFormat } from '../../format.ts';
import { useSay } from '../../say.tsx';
import { coachedBy, useSession } from '../../session/session.tsx';
import { useOrgId } from '../../shell/role.ts';

export type Organization = Schemas['Organization'];

export const organizationKey = (org_id: string) => ['organization', org_id] as const;

/** The organization as the server shows it to whoever is signed in. */
export function useOrganization() {
  const org_id = useOrgId();
  return useQuery({
    queryKey: organizationKey(org_id),
    queryFn: () => ask(api.GET('/organizations/{org_id}', { params: { path: { org_id } } })),
  });
}

/** Takes over what a write answered. What the rail says of the organization is asked anew. */
export function useTakeOrganization(): (organization: Organization) => void {
  const cache = useQueryClient();
  return useCallback(
    (organization) => {
      cache.setQueryData(organizationKey(organization.org_id), organization);
      void cache.invalidateQueries({ queryKey: ['session'] });
    },
    [cache],
  );
}

/** As what one coaches here, if one does. The server decides; this only spares one what it would refuse. */
export function useStanding() {
  const org_id = useOrgId();
  const membership = coachedBy(useSession()).find((one) => one.org_id === org_id);
  const role = membership?.role ?? null;
  return { role, leads: role === 'head_coach' || role === 'admin', isHead: role === 'head_coach' };
}

/** The coaches by their ids, the head coach first. */
export function useCoaches(): readonly { readonly user_id: string; readonly name: string }[] {
  const { data } = useOrganization();
  const { profile } = useSession();
  const head_id = data?.head_coach_user_id ?? null;
  const isSelf = head_id === profile.user_id;
  // Of the head coach the organization says the id alone.
  const head = useQuery({
    queryKey: ['public-profile', head_id],
    enabled: head_id !== null && !isSelf,
    queryFn: () => ask(api.GET('/users/{user_id}/public', { params: { path: { user_id: head_id ?? '' } } })),
    select: (answer) => answer.data.display_name,
  });
  const own = ownName(profile);
  return useMemo(() => {
    if (data === undefined) return [];
    const name = isSelf ? own : head.data;
    const first = head_id === null || name === undefined ? [] : [{ user_id: head_id, name }];
    return [...first, ...data.coaches];
  }, [data, head_id, head.data, isSelf, own]);
}

function ownName({ display_name, first_name, last_name, username }: Schemas['UserProfile']): string {
  const full = [first_name, last_name].filter((part) => part !== null && part !== '').join(' ');
  return display_name ?? (full === '' ? username : full);
}

/** Who somebody is by their id: oneself, a coach, or somebody who is none any more. */
export function useNameOf(): (user_id: string | null) => string {
  const say = useSay();
  const coaches = useCoaches();
  const { profile } = useSession();
  return useCallback(
    (user_id) => {
      if (user_id === null) return say('settings.nobodyAnyMore');
      if (user_id === profile.user_id) return ownName(profile);
      return coaches.find((coach) => coach.user_id === user_id)?.name ?? say('settings.formerCoach');
    },
    [coaches, profile, say],
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How days and moments are said in lists: of today by the clock, else by the date with its year. */
export function useWhen() {
  const say = useSay();
  const format = useFormat();
  const { timezone } = useSession().profile.preferences;
  return useMemo(() => {
    const dayOf = (at: string | number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(at));
    const isToday = (at: string): boolean => dayOf(at) === dayOf(Date.now());
    const day = (at: string): string =>
      isToday(at) ? say('settings.today') : format.day(dayOf(at), 'shortYear');
    return {
      day,
      moment: (at: string): string =>
        isToday(at) ? say('settings.todayAt', { time: format.time(at) }) : format.day(dayOf(at), 'shortYear'),
      dayAndTime: (at: string): string =>
        isToday(at)
          ? say('settings.todayAt', { time: format.time(at) })
          : say('settings.dayAt', { day: format.day(dayOf(at), 'shortYear'), time: format.time(at) }),
      longDay: (at: string): string => format.day(dayOf(at), 'year'),
      full: (at: string): string =>
        say('settings.dayAt', { day: format.day(dayOf(at), 'year'), time: format.time(at) }),
      /** Whole calendar days from today on the reader's clock; negative for what is past. */
      daysTo: (at: string): number =>
        Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(Date.now()))) / DAY_MS),
    };
  }, [say, format, timezone]);
}
