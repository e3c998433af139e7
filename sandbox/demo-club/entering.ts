import type { Deps } from '../../src/deps.ts';
import type { UserActor } from '../../src/http/actor.ts';
import type { Transaction } from '../../src/infra/db/database.ts';
import { findActivitiesInShort } from '../../src/modules/activities/index.ts';
import { type Audience, activityCeiling, DEFAULT_PRIVACY } from '../../src/privacy/index.ts';
import { USUAL_QUOTAS } from '../../src/shared/quotas.ts';
import { type DemoClub, endOfClub } from './club.ts';
import type { PlayedDays } from './play-days.ts';

type EnterDeps = Pick<
  Deps,
  'db' | 'passwords' | 'secretBox' | 'sourcePolicies' | 'baseUrl' | 'logger' | 'rateLimiter'
>;

const depsAt = (deps: EnterDeps, time: Date) => ({
  ...deps,
  clock: { now: () => time },
  quotas: USUAL_QUOTAS,
  parts: [],
});

/** A club that is being put down in a transaction, through the modules' use cases. */
export type Entering = ReturnType<typeof enter>;
export type Team = { readonly org_id: string; readonly head: UserActor };

export function enter(given: {
  readonly tx: Transaction;
  readonly deps: EnterDeps;
  readonly club: DemoClub;
  readonly days: PlayedDays;
  /** By the club's keys. */
  readonly userIds: ReadonlyMap<string, string>;
}) {
  const { deps, club, days, userIds } = given;
  const userIdOf = (key: string): string => {
    const id = userIds.get(key);
    if (id === undefined) throw new Error(`Nobody in the demo club has the key ${key}.`);
    return id;
  };
  return {
    ...given,
    until: endOfClub(club.organization),
    userIdOf,
    actorOf: (key: string, ...roles: 'coach'[]): UserActor => ({
      type: 'user',
      user_id: userIdOf(key),
      roles: ['user', ...roles],
    }),
    /** Whether an athlete is in this club: tests make smaller ones. */
    isThere: ({ key }: { readonly key: string }): boolean => club.athletes.some((one) => one.key === key),
    /** An athlete's, oldest first, as those are shown who share what most do. */
    findActivities: (
      key: string,
      audience: Audience,
      range: { start_date_ms: number; end_date_ms?: number },
    ) => {
      const { db, sourcePolicies: policies } = deps;
      const ceiling = activityCeiling({ settings: DEFAULT_PRIVACY, policies, audience });
      return findActivitiesInShort(db, { user_id: userIdOf(key), ceiling, limit: 2_000, ...range });
    },
    /** For what happens at a time, and is heard of where that is within the news. */
    at: (time: Date) => ({ ...depsAt(deps, time), events: days.eventsAt(time) }),
    /** For what is history, whenever it was: nobody is told. */
    silentlyAt: (time: Date) => ({ ...depsAt(deps, time), events: { emit: async () => {} } }),
  };
}
