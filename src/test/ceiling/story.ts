/** A world in a few lines, for whoever has to find out what went wrong in it. */
import type { Person, World } from './world.ts';

export function storyOf(world: World): string {
  const policies = Object.entries(world.policies).map(
    ([source, { show_to_coach, export: may }]) => `${source} show=${show_to_coach} export=${may}`,
  );
  return [
    `policies: ${policies.join(', ')}`,
    ...world.clubs.map(({ id, tier, keys }) => {
      const ring = keys.map(({ scopes, state }) => `${state} ${scopes.join('+')}`);
      return `club ${id}: ${tier}; keys ${ring.join(' | ')}`;
    }),
    ...world.people.map(personStory),
  ].join('\n');
}

function personStory({ id, account, privacy, memberships, activities, ...told }: Person): string {
  const off = Object.entries(privacy).flatMap(([name, value]) =>
    value === true ? [] : [`${name}=${value}`],
  );
  const places = memberships.map(
    ({ club, history, joined_at, closed }) =>
      `${history} of club ${club} since ${joined_at.toISOString()}, closed for it: ${closed.join(' ') || 'nothing'}`,
  );
  return [
    `person ${id}: ${account}; ${places.join(', ') || 'no member'}; ${Object.keys(privacy).length} settings, off: ${off.join(', ')}`,
    `  told: ${JSON.stringify(told.availability)} races ${JSON.stringify(told.races)}`,
    ...memberships.map(
      ({ club, said, attended, conversation, plans }) =>
        `  told club ${club}: ${JSON.stringify({ said, attended, conversation })} plans ${plans.length}`,
    ),
    ...activities.map((activity) => {
      const marks = [
        activity.private && 'private',
        activity.is_race && 'race',
        activity.damaged && 'damaged',
      ];
      const marked = marks.filter((mark) => typeof mark === 'string').join(' ');
      return `  activity ${activity.id} ${activity.source} ${activity.start_time.toISOString()} ${activity.laps.length} laps ${marked} said ${JSON.stringify(activity.said)} talks ${JSON.stringify(activity.talks)}`;
    }),
  ].join('\n');
}

/** What of the story is told otherwise after a change. */
export function changeOfStory(before: World, after: World): string {
  const [told, anew] = [before, after].map((world) => storyOf(world).split('\n'));
  const gone = told?.filter((line) => !anew?.includes(line)).map((line) => `- ${line}`) ?? [];
  const come = anew?.filter((line) => !told?.includes(line)).map((line) => `+ ${line}`) ?? [];
  return [...gone, ...come].join('\n');
}
