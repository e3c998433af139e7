import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import { chooseSession } from './choose-session.ts';
import { daysToRun, type Filling, hardSecondsLeft, metresLeft, put } from './filling.ts';
import { aroundMain } from './quality-session.ts';

/** A hard day has at most so many times an easy day's share of the week, and a kilometre. */
const HARD_DAY_SHARE = 1.3;
/** Of the room for a session that is used: less in the taper, least in the week of the race. */
const SHARE_OF_ROOM = { usual: 0.9, taper: 0.75, race_week: 0.5 };

/** Sessions for the hard days of a week; where none fits, the day stays open for an easy run. */
export function fillHardDays(filling: Filling): void {
  const { brief, kit, week, hard, level, volume_m, lately } = filling;
  const days = hard === 0 ? [] : week.days.filter(({ role }) => role === 'quality');
  const share = metresLeft(filling) / Math.max(1, daysToRun(filling).length);
  for (const [slot, day] of days.entries()) {
    const slotsLeft = days.length - slot;
    const rest_m = metresLeft(filling);
    const alone = daysToRun(filling).length <= slotsLeft;
    const total_m = alone ? rest_m / slotsLeft : Math.min(share * HARD_DAY_SHARE + 1_000, rest_m);
    const session = chooseSession(
      {
        numbers: brief,
        wishes: brief.wishes,
        seed: brief.seed,
        week,
        slot,
        slots: days.length,
        room: {
          volume_m,
          hard_s: (hardSecondsLeft(filling) * 0.92) / slotsLeft,
          total_m,
          share: hard * shareOfRoom(filling),
          level,
        },
        lately,
        taken: [...filling.days.values()].map(({ workout_type }) => workout_type),
      },
      kit,
    );
    if (session === null) continue;
    const around = { level, total_m, least_m: Math.min(share, rest_m) };
    const segments = aroundMain(session.main, around, kit, alone ? roundDown(total_m, 100) : undefined);
    put(filling, day, session.type, segments, session.key);
  }
}

/** Sessions grow over the three weeks of a block. */
function shareOfRoom({ week, race }: Filling): number {
  if (week.phase === 'taper') {
    return race?.week_number === week.number ? SHARE_OF_ROOM.race_week : SHARE_OF_ROOM.taper;
  }
  return SHARE_OF_ROOM.usual + (1 - SHARE_OF_ROOM.usual) * ((week.number % 4) / 3);
}
