/** What all changes have in common. */
import { type LeakStage, succeed } from './client.ts';
import type { Asker, Club, KeyAsker, Person } from './model.ts';
import type { PlantedWorld } from './plant-world.ts';

/** Told in a story, and what the next requests had better be about. */
export type Change = {
  readonly title: string;
  readonly club: Club | null;
  readonly person: Person | null;
  /** Keys that have ended with it. */
  readonly ended?: readonly KeyAsker[];
};

export type Made = Change | null;
export type Place = { readonly club: Club; readonly person: Person };

/** Offers of one person to one other, of which the server takes five a day. */
export const MOST_ASKED = 5;

export const at = ({ org_id }: Club): string => `/api/v1/organizations/${org_id}`;

export async function asPerson(
  stage: LeakStage,
  person: Person,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const asker: Asker = { kind: 'person', person };
  await succeed(stage, asker, { method, path, ...(body === undefined ? {} : { body }) });
}

/** What a club has typed about somebody is not what is shown of them any more. */
export function retype({ book }: PlantedWorld, { club, person }: Place): void {
  for (const canary of book.all)
    if (canary.what === 'typed' && canary.subject === person && canary.club === club)
      canary.is_replaced = true;
}
