/** What is asked about what athletes tell, and about the clubs' sessions. */
import { cursorOf } from '../../shared/page-cursor.ts';
import type { ToldAsk } from './ask-told.ts';
import { PARTS_SAID, type Said } from './told.ts';
import type { Person, World } from './world.ts';

/** Everything there is of several worlds of the same people. */
export function toldAsks(worlds: readonly World[]): ToldAsk[] {
  const people = unique(worlds.flatMap((world) => world.people.map(({ id }) => id)));
  const sessions = unique(
    worlds.flatMap(({ clubs }) => clubs.flatMap((club) => club.sessions.map(({ id }) => id))),
  );
  const days = { from: '2026-06-22', to: '2026-07-12' };
  return [
    ...(['sessions', 'coach sessions', 'team', 'weeks', 'triage', 'inbox', 'unread'] as const).map((to) => ({
      to,
    })),
    ...sessions.flatMap((id): ToldAsk[] => [
      { to: 'attendance', id },
      { to: 'participants', id },
    ]),
    ...people.flatMap((id): ToldAsk[] => [
      { to: 'feedback', id, query: {} },
      { to: 'coach feedback', id, query: {} },
      { to: 'availability', id, query: days },
      { to: 'coach availability', id, query: {} },
      ...(['races', 'best times', 'constraints', 'calendar', 'evidence', 'messages'] as const).map((to) => ({
        to,
        id,
      })),
    ]),
    ...worlds
      .slice(0, 1)
      .flatMap((world) => world.people.flatMap((person) => [...feedbackPages(person), ...talksOf(person)])),
  ];
}

/** The first page, and what follows on whatever was said, hidden or not. */
function feedbackPages({ id, activities, memberships }: Person): ToldAsk[] {
  const said = [
    ...activities.flatMap((activity) => activity.said ?? []),
    ...memberships.flatMap((membership) => membership.said.map((one) => one.said)),
  ];
  const cursors = [undefined, ...said.slice(0, 2).flatMap(placesOf)];
  return cursors.flatMap((cursor): ToldAsk[] => [
    { to: 'feedback', id, query: { limit: '1', cursor } },
    { to: 'coach feedback', id, query: { limit: '1', cursor } },
  ]);
}

/** Where it stands as a whole. */
function placesOf(said: Said): string[] {
  const times = PARTS_SAID.flatMap((name) => said[name]?.at.getTime() ?? []);
  return times.length === 0 ? [] : [cursorOf({ at: new Date(Math.max(...times)), id: said.id })];
}

function talksOf({ id: athlete_id, activities }: Person): ToldAsk[] {
  return activities.flatMap(({ id }): ToldAsk[] => [
    { to: 'comments', athlete_id, id },
    { to: 'review', athlete_id, id },
  ]);
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
