import { Readable } from 'node:stream';
import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Data, Message, NO_NUL, Nullable, Ok, Shape, timestamp } from '../../../http/schemas.ts';
import { noSuchCalendar } from '../errors.ts';
import {
  endLink,
  type FeedDeps,
  makeLink,
  readLink,
  readSubscribed,
  type SubscriptionDeps,
} from './subscription.ts';

const PATH = '/plans/mine/subscription';
const tag = 'Plans';
const guard = { kind: 'user' } as const;

const created_at = timestamp('When the link was made.', '2026-07-14T09:12:30.000Z');

const Subscription = Shape(
  {
    status: Ok,
    data: Data({
      subscription: Nullable(
        Shape({ created_at }, { title: 'CalendarSubscription', description: 'Null: there is no link.' }),
      ),
    }),
  },
  { title: 'CalendarSubscriptionResponse' },
);

const NewSubscription = Shape(
  {
    status: Ok,
    data: Data({
      subscription: Shape(
        {
          url: Type.String({
            format: 'uri',
            maxLength: 2_000,
            description: 'For a calendar program. Shown this once; whoever has it reads the plans.',
            examples: [
              'https://run.example.org/calendars/9sT3bTgkQ0v2YI6m0nJxkqH1y8uPzLr4dWcVfXeAoB5/plans.ics',
            ],
          }),
          created_at,
        },
        { title: 'NewCalendarSubscription', description: 'The link.' },
      ),
    }),
  },
  { title: 'NewCalendarSubscriptionResponse' },
);

const SubscriptionEnded = Shape(
  { status: Ok, message: Message('The link leads nowhere any more.') },
  { title: 'CalendarSubscriptionEndedResponse' },
);

export function subscriptionRoutes(deps: SubscriptionDeps): readonly Route[] {
  return [
    route({
      operation_id: 'getCalendarSubscription',
      method: 'GET',
      path: PATH,
      guard,
      tag,
      summary: 'Whether there is a link by which a calendar program reads the own plans',
      description: 'The link itself is shown when it is made, and never again.',
      responses: { 200: Subscription },
      handler: async ({ actor }) => {
        const link = await readLink(deps, actor);
        const subscription = link && { created_at: link.created_at.toISOString() };
        return { status: 200, body: { status: 'ok' as const, data: { subscription } } };
      },
    }),
    route({
      operation_id: 'createCalendarSubscription',
      holds_secret: true,
      method: 'POST',
      path: PATH,
      guard,
      tag,
      summary: 'Make a link by which a calendar program reads the own plans',
      description:
        'One a person: a new link ends the one there was. It opens the own plans as iCalendar, those that are not over or not for ' +
        'longer than 90 days, and nothing else; whoever has it may read them, so give it to no one.',
      responses: { 201: NewSubscription },
      handler: async ({ actor }) => {
        const link = await makeLink(deps, actor);
        const subscription = { url: link.url, created_at: link.created_at.toISOString() };
        return { status: 201, body: { status: 'ok' as const, data: { subscription } } };
      },
    }),
    route({
      operation_id: 'deleteCalendarSubscription',
      method: 'DELETE',
      path: PATH,
      guard,
      tag,
      summary: 'End the link by which a calendar program reads the own plans',
      description: 'At once. Without a link the answer is the same.',
      responses: { 200: SubscriptionEnded },
      handler: async ({ actor }) => {
        await endLink(deps, actor);
        return {
          status: 200,
          body: { status: 'ok' as const, message: 'The link leads nowhere any more.' },
        };
      },
    }),
  ];
}

/** Outside both APIs: calendar programs send no credentials but the address itself. */
export function subscribedCalendarRoutes(deps: FeedDeps): readonly Route[] {
  return [
    route({
      operation_id: 'readSubscribedCalendar',
      method: 'GET',
      path: '/calendars/:token/plans.ics',
      guard: { kind: 'open' },
      tag,
      summary: 'The plans of somebody, for their calendar program',
      params: Type.Object({ token: Type.String({ ...NO_NUL, maxLength: 100, description: 'Of the link.' }) }),
      responses: {},
      errors: [noSuchCalendar],
      volatile: true,
      handler: async ({ params: { token } }) => ({
        status: 200,
        stream: Readable.from([Buffer.from(await readSubscribed(deps, token))]),
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        },
      }),
    }),
  ];
}
