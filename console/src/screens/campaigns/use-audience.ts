import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { readFilter } from '../../parts/people/filter.ts';
import { usePeople } from '../../parts/people/people.ts';
import { useSay } from '../../say.tsx';
import { useOrgId } from '../../shell/role.ts';
import { type Audience, MOST_NAMED, readAudience, toWire } from './audience.ts';
import type { Channel } from './campaign-data.ts';

export type Chosen = {
  /** Null where nobody is chosen. */
  readonly audience: Audience | null;
  /** Why nobody is. */
  readonly fault?: string | undefined;
  readonly isReading?: boolean;
};

/**
 * Whom a campaign is for: who was chosen before, or whom what is typed means.
 *
 * @param typed null where nothing was typed yet
 */
export function useAudience(given: Audience | null, typed: string | null): Chosen {
  const say = useSay();
  const org_id = useOrgId();
  const isTyped = typed !== null && typed.trim() !== '';
  const { data, metrics, members } = usePeople(org_id, { enabled: isTyped });
  const audience = useMemo(
    () => (isTyped && data !== undefined ? readAudience(typed, data) : null),
    [isTyped, typed, data],
  );
  if (!isTyped) return { audience: typed === null ? given : 'all' };
  if (metrics.isError) return { audience: null, fault: say('campaigns.audience.failed') };
  const { unknown, terms } = readFilter(typed);
  if (unknown.length > 0)
    return { audience: null, fault: say('campaigns.audience.unknown', { typed: unknown.join(' ') }) };
  // The metrics do not say whether somebody has a plan, a platform or a coach: the list of members does.
  const needsMembers = terms.some(({ key }) => key === 'no' || key === 'has');
  if (needsMembers && members.isError) return { audience: null, fault: say('campaigns.audience.failed') };
  const isReading =
    metrics.isPending || metrics.hasNextPage || (needsMembers && (members.isPending || members.hasNextPage));
  if (isReading) return { audience: null, isReading };
  if (audience === null) return { audience, fault: say('campaigns.audience.nobody', { typed }) };
  const named = audience === 'all' ? 0 : (audience.user_ids?.length ?? 0);
  if (named > MOST_NAMED)
    return { audience: null, fault: say('campaigns.audience.tooMany', { named, most: MOST_NAMED }) };
  return { audience };
}

const TYPING_MS = 400;
const NAMES = 20;

/** Whom it would reach at this moment, asked for when nobody has typed for a moment. */
export function useReach(audience: Audience | null, channels: readonly Channel[]) {
  const org_id = useOrgId();
  const now = JSON.stringify({ audience: audience && toWire(audience), channels });
  const asked = useLater(now, TYPING_MS);
  const { audience: whom, channels: by } = JSON.parse(asked) as {
    readonly audience: ReturnType<typeof toWire> | null;
    readonly channels: Channel[];
  };
  const query = useQuery({
    queryKey: ['campaign-preview', org_id, asked],
    enabled: whom !== null && by.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { org_id }, query: { limit: NAMES } };
      const body = { audience: whom ?? 'all', channels: by };
      return (await ask(api.POST('/organizations/{org_id}/campaign-preview', { signal, params, body }))).data;
    },
  });
  return { ...query, isOld: asked !== now || query.isPlaceholderData };
}

/** A value once it has stayed the same for a while. */
function useLater<Value>(value: Value, wait_ms: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), wait_ms);
    return () => clearTimeout(timer);
  }, [value, wait_ms]);
  return later;
}
