import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, BenchContext } from '../bench.ts';
import { measuredRow } from '../row.ts';
import { startLoadGenerator } from '../stage/companions.ts';
import { type LargeClub, openLargeClub, p95Of } from '../stage/large-club.ts';
import { PINNING } from '../stage/process.ts';
import { askTriage, renewTriage } from '../stage/renew-triage.ts';

const PAGE_LIMIT_MS = 150;
/** Seconds from an activity until the coach sees what it means. */
const CHANGE_LIMIT_S = 10;
/** As long as a coach may be away between two looks, in milliseconds. */
const PAUSE_MS = 5_000;

/** What a coach of 10,000 waits for who asks whom to look at, and how old what they see may be. */
export const triage: Bench = {
  name: 'triage',
  rows: ['triage-page', 'triage-change'],
  run: async (context) => {
    const club = await openLargeClub(context);
    const renewal_s = await renewTriage(context, club);
    const load = await startLoadGenerator(context);
    const page_ms = await p95Of(context, load, club, ['triage?limit=50']);
    const change_s = await changeShown(context, club);
    const members = `${club.members.toLocaleString('en')} members`;
    const how = `${PINNING}; PostgreSQL not pinned${context.quick ? '; quick' : ''}`;
    return [
      measuredRow({
        name: 'triage-page',
        value: page_ms,
        unit: 'ms',
        bar: { is: '<=', value: PAGE_LIMIT_MS },
        detail: `p95 of the first page of 50 with ${members}, all looked at (which took ${renewal_s.toFixed(0)} s at first); one connection, median of rounds; ${how}`,
      }),
      measuredRow({
        name: 'triage-change',
        value: change_s,
        unit: 's',
        bar: { is: '<=', value: CHANGE_LIMIT_S },
        detail: `from storing an activity until the next read showed it, nobody reading for ${PAUSE_MS / 1_000} s in between: whoever reads looks at what changed first, the job once a minute at the rest; ${how}`,
      }),
    ];
  },
};

/** Stores an activity of a member, waits, and reads their group. @returns seconds until the answer that has it */
async function changeShown(context: BenchContext, club: LargeClub): Promise<number> {
  const { port, member } = club;
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/activities`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      sport_type: 'run',
      start_time: new Date(Date.now() - 3_600_000).toISOString(),
      duration_s: 3_000,
      distance_m: 9_000,
    }),
  });
  const began = performance.now();
  if (answer.status !== 201) throw new Error(`The activity was answered ${answer.status}.`);
  const stored = JSON.stringify(await answer.json());
  await sleep(PAUSE_MS);
  for (;;) {
    for (const state of ['open', 'well', 'private', 'handled', 'later']) {
      const { athletes } = await askTriage(club, `limit=100&state=${state}&group_id=${member.group_id}`);
      const found = athletes.find(({ user_id }) => user_id === member.user_id);
      const done = found?.week.days.flatMap((day) => day.done) ?? [];
      if (done.some(({ activity_id }) => stored.includes(activity_id)))
        return (performance.now() - began) / 1_000;
    }
    context.log('the activity does not show yet');
    if (performance.now() - began > 120_000) throw new Error('The activity was never shown.');
  }
}
