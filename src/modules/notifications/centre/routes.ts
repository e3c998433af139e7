import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Signals } from '../../../infra/signals/index.ts';
import { invalidField, unauthenticated } from '../../../shared/errors.ts';
import { placeAfter } from '../../../shared/page-cursor.ts';
import { readTimeMs } from '../../../shared/read-time.ts';
import { centreEvents, type StreamDeps } from './centre-events.ts';
import {
  AllNotificationsReadResponse,
  CENTRE_EVENTS,
  ListQuery,
  NotificationCounts,
  NotificationDeletedResponse,
  NotificationListResponse,
  NotificationReadResponse,
  PAGE_SIZE,
  StreamQuery,
} from './contract.ts';
import { deleteNotification } from './delete-notification.ts';
import { noSuchNotification } from './errors.ts';
import { listNotifications } from './list-notifications.ts';
import { createLiveCentres, type LiveDeps } from './live-centres.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { presentPage } from './present.ts';
import { readCounts } from './read-counts.ts';

type Deps = Omit<StreamDeps, 'live'> & LiveDeps & { readonly signals: Pick<Signals, 'give'> };

const COMMON = { guard: { kind: 'user' }, tag: 'Notifications' } as const;

export function centreRoutes(deps: Deps): readonly Route[] {
  const live = createLiveCentres(deps);
  return [
    listRoute(deps),
    countsRoute(deps),
    streamRoute({ ...deps, live }),
    markReadRoute(deps),
    markAllReadRoute(deps),
    deleteRoute(deps),
  ];
}

const listRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'listNotifications',
    method: 'GET',
    path: '/notifications/center',
    summary: 'List your notifications',
    description:
      'Your notification centre, the newest first. Pages are asked for by `before`, or by `cursor` as in other lists.',
    query: ListQuery,
    responses: { 200: NotificationListResponse },
    handler: async ({ actor, query }) => {
      const { category = null, cursor } = query;
      const page = await listNotifications(deps, actor, { ...readPage(query), category });
      const data = presentPage(page, { by_cursor: cursor !== undefined });
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

/** Reads the page's start and size, by the names of the specification or by those of the other lists. */
function readPage({ page_size, limit, before, cursor }: ListQuery): { before: Date | null; limit: number } {
  if (page_size !== undefined && limit !== undefined)
    throw invalidField('page_size', 'must be left out with limit, which is the same');
  if (before !== undefined && cursor !== undefined)
    throw invalidField('before', 'must be left out with cursor: a page begins at one of them');
  const place = before === undefined ? placeAfter(cursor)?.at : new Date(readTimeMs('before', before));
  return { before: place ?? null, limit: limit ?? page_size ?? PAGE_SIZE };
}

const countsRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'getNotificationCounts',
    method: 'GET',
    path: '/notifications/center/counts',
    summary: 'Count your notifications',
    description: 'All, and those that are not read. Costs next to nothing, however many there are.',
    responses: { 200: NotificationCounts },
    handler: async ({ actor }) => {
      const { unread, total } = await readCounts(deps, actor);
      return { status: 200, body: { unread, total } };
    },
  });

const streamRoute = (deps: StreamDeps): Route =>
  route({
    ...COMMON,
    operation_id: 'streamNotifications',
    method: 'GET',
    path: '/notifications/center/stream',
    summary: 'Follow your notifications',
    description:
      'What comes, as it comes, as server-sent events. It ends with `done` after an hour, as the operator has set it, and when you ' +
      'open a sixth one at once: then the first. Where it ends, ask again with `after`, and no notification is missed or comes twice; threads ' +
      'that have changed in between are found by what is unread.',
    query: StreamQuery,
    responses: {},
    volatile: true,
    events: {
      description:
        '`counts` and `unread` first, and whenever they change; before `counts` each new `notification`, before `unread` each `thread` that has changed; `triage.changed` to coaches; at the end `done`.',
      types: CENTRE_EVENTS,
      is_endless: true,
    },
    errors: [unauthenticated],
    handler: async ({ actor, query, signal }) => {
      const after = query.after === undefined ? null : new Date(readTimeMs('after', query.after));
      return { status: 200, events: centreEvents(deps, actor, { after, signal }) };
    },
  });

const markReadRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'markNotificationRead',
    method: 'PATCH',
    path: '/notifications/center/:notification_id/read',
    summary: 'Mark a notification as read',
    description: 'It takes no body. One that is read stays so.',
    params: idParams('notification_id'),
    responses: { 200: NotificationReadResponse },
    errors: [noSuchNotification],
    handler: async ({ actor, params }) => {
      await markRead(deps, actor, params.notification_id);
      const message = 'The notification is marked as read.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });

const markAllReadRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'markAllNotificationsRead',
    method: 'POST',
    path: '/notifications/center/mark-all-read',
    summary: 'Mark all notifications as read',
    description: 'Those that are there at that moment. It takes no body.',
    responses: { 200: AllNotificationsReadResponse },
    handler: async ({ actor }) => {
      await markAllRead(deps, actor);
      const message = 'All notifications are marked as read.';
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });

const deleteRoute = (deps: Deps): Route =>
  route({
    ...COMMON,
    operation_id: 'deleteNotification',
    method: 'DELETE',
    path: '/notifications/center/:notification_id',
    summary: 'Delete a notification',
    description: 'It takes no body.',
    params: idParams('notification_id'),
    responses: { 200: NotificationDeletedResponse },
    errors: [noSuchNotification],
    handler: async ({ actor, params }) => {
      await deleteNotification(deps, actor, params.notification_id);
      return { status: 200, body: { status: 'ok' as const, message: 'The notification is deleted.' } };
    },
  });
