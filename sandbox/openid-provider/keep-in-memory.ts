import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Where the provider keeps sessions, grants and codes: in this process, as long as it runs. */
export function keepInMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const find = async (test: (payload: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> =>
      kept.entries().find(([key, payload]) => key.startsWith(`${model} `) && test(payload))?.[1];
    return {
      upsert: async (id, payload) => {
        kept.set(`${model} ${id}`, payload);
      },
      find: async (id) => kept.get(`${model} ${id}`),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = kept.get(`${model} ${id}`);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      destroy: async (id) => {
        kept.delete(`${model} ${id}`);
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
