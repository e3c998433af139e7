import { type IDBPDatabase, openDB } from 'idb';

const NAME = 'ekiden';

let opening: Promise<IDBPDatabase> | undefined;

/** What the console keeps on the device: `seen` are answers, `queued` are writes that wait for a network, `kept` are texts not sent yet. */
export function openStore(): Promise<IDBPDatabase> {
  opening ??= openDB(NAME, 1, {
    upgrade(database) {
      database.createObjectStore('seen');
      database.createObjectStore('queued', { keyPath: 'number', autoIncrement: true });
      database.createObjectStore('kept');
    },
  });
  return opening;
}

/** Deletes all of it. */
export async function deleteKept(): Promise<void> {
  const store = await openStore();
  await Promise.all(['seen', 'queued', 'kept'].map((name) => store.clear(name)));
}
