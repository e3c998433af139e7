import type { BenchContext } from '../bench.ts';
import type { LargeClub } from './large-club.ts';

const RENEWAL_LIMIT_MS = 15 * 60_000;

type Triage = {
  pending_athletes: number;
  athletes: { user_id: string; week: { days: { done: { activity_id: string }[] }[] } }[];
};

/** A page of triage, as its head coach gets it. */
export async function askTriage({ port, org_id, coach_token }: LargeClub, query: string): Promise<Triage> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/organizations/${org_id}/triage?${query}`, {
    headers: { authorization: `Bearer ${coach_token}` },
  });
  if (answer.status !== 200) throw new Error(`triage answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Triage }).data;
}

/** Reads until nobody is left to be looked at. @returns seconds */
export async function renewTriage(context: BenchContext, club: LargeClub): Promise<number> {
  const began = performance.now();
  for (let last = Number.NaN; ; ) {
    const { pending_athletes } = await askTriage(club, 'limit=1');
    const took = performance.now() - began;
    if (pending_athletes === 0) return took / 1_000;
    if (took > RENEWAL_LIMIT_MS) throw new Error(`${pending_athletes} athletes are still to be looked at.`);
    if (pending_athletes !== last) context.log(`${pending_athletes} athletes to be looked at`);
    last = pending_athletes;
  }
}
