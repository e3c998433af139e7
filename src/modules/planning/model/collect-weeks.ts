import type { Session } from './session.ts';

/** Sessions as a model tells them, in whatever order, by week. */
export type Collected = {
  add(session: Session): void;
  /** Whether there are as many as the week has days. */
  isWhole(week: number, days: number): boolean;
  of(week: number): readonly Session[];
  forget(week: number): void;
};

export function collectWeeks(): Collected {
  const weeks = new Map<number, Session[]>();
  const of = (week: number): readonly Session[] => weeks.get(week) ?? [];
  return {
    of,
    add: (session) => {
      weeks.set(session.week, [...of(session.week), session]);
    },
    isWhole: (week, days) => of(week).length >= days,
    forget: (week) => {
      weeks.delete(week);
    },
  };
}
