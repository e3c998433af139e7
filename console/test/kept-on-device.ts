import type { Page } from 'playwright-core';

/** Wherever a page may keep something: address, storages, database. */
export async function isKeptOnDevice(page: Page, text: string): Promise<boolean> {
  const all = await page.evaluate<unknown[]>(`(async () => {
    const opening = indexedDB.open('ekiden');
    const database = await new Promise((resolve) => { opening.onsuccess = () => resolve(opening.result); });
    const stores = [...database.objectStoreNames].map((name) => new Promise((resolve) => {
      const reading = database.transaction(name).objectStore(name).getAll();
      reading.onsuccess = () => resolve(reading.result);
    }));
    return [location.href, { ...localStorage }, { ...sessionStorage }, history.state, await Promise.all(stores)];
  })()`);
  return JSON.stringify(all).includes(text);
}
