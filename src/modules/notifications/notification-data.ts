import type { Database } from '../../infra/db/database.ts';
import { fewRecords, type PersonalData, pagesOf } from '../users/index.ts';
import type { Notification } from './centre/notification.ts';
import { deleteNotificationsAbout, findNotifications } from './centre/queries.ts';
import type { Device } from './devices/device.ts';
import { findOwnDevices } from './devices/device-queries.ts';
import { NAMING_AN_ATHLETE } from './listeners/roster-changed.ts';
import { NAMING_A_WRITER } from './listeners/thread-written.ts';

const PAGE = 500;

/** What a person was told, their devices, and what others were told that names them. All of it is deleted with the person. */
export function notificationData(deps: { db: Database }): PersonalData {
  const records = async function* (user_id: string): AsyncGenerator<string[]> {
    const pages = pagesOf<Notification>(PAGE, ({ after, limit }) =>
      findNotifications(deps.db, { user_id, before: after?.created_at ?? null, category: null, limit }),
    );
    for await (const page of pages) yield page.map((one) => JSON.stringify(present(one)));
  };
  const readDevices = async (user_id: string): Promise<object[]> =>
    (await findOwnDevices(deps.db, user_id)).map(presentOwnDevice);
  return {
    name: 'notifications',
    columns: [
      'notifications.user_id',
      'notifications.data',
      'notification_centres.user_id',
      'device_tokens.user_id',
    ],
    files: {
      'notifications.json': 'What your notification centre holds.',
      'devices.json': 'The devices that pushes to you go to, without their tokens.',
    },
    async *collect(user_id) {
      yield { name: 'notifications.json', records: records(user_id) };
      yield { name: 'devices.json', records: fewRecords(() => readDevices(user_id)) };
    },
    release: (tx, { user_id }) =>
      deleteNotificationsAbout(tx, { user_id, types: [...NAMING_AN_ATHLETE, ...NAMING_A_WRITER] }),
  };
}

function presentOwnDevice(device: Device): object {
  return {
    platform: device.platform,
    device_id: device.device_id,
    app_version: device.app_version,
    metadata: device.metadata,
    created_at: device.created_at.toISOString(),
    last_active_at: device.last_active_at.toISOString(),
  };
}

/** Fields that name somebody else are left out: an archive contains other people by their ids only. */
function present(one: Notification): object {
  return {
    id: one.id,
    category: one.category,
    type: one.type,
    title: one.title,
    message: [...NAMING_AN_ATHLETE, ...NAMING_A_WRITER].some((type) => type === one.type)
      ? null
      : one.message,
    data: one.data,
    is_read: one.is_read,
    created_at: one.created_at.toISOString(),
  };
}
