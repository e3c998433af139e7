import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { unauthenticated } from '../../../shared/errors.ts';
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
  StreamQuery,
} from './contract.ts';
import { deleteNotification } from './delete-notification.ts';
import { noSuchNotification } from './errors.ts';
import { listNotifications } from './list-notifications.ts';
import { createLiveCentres, type LiveDeps } from './live-centres.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { presentPage } from './present.ts';
import { readCounts } from './read-counts.ts';

type Deps = Omit<StreamDeps, 'live'> &
  LiveDeps &
  Parameters<typeof listNotifications>[0] &
  Parameters<typeof markRead>[0] &
  Parameters<typeof deleteNotification>[0];

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
    description: 'Your notification centre, the newest first.',
    query: ListQuery,
    responses: { 200: NotificationListResponse },
    handler: async ({ actor, query }) => {
      const { page_size, category = null } = query;
      const before = query.before === undefined ? null : new Date(readTimeMs('before', query.before));
      const page = await listNotifications(deps, actor, { before, category, page_size });
      return { status: 200, body: { status: 'ok' as const, data: presentPage(page) } };
    },
  });

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
      'open a sixth one at once: then the first. Where it ends, ask again with `after`, and nothing is missed or comes twice.',
    query: StreamQuery,
    responses: {},
    volatile: true,
    events: {
      description:
        '`counts` first, and whenever they change; before them each new `notification`; at the end `done`.',
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
