import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useOrgId } from '../../shell/role.ts';

export type ApiKey = Schemas['ApiKey'];
type Grant = ApiKey['scopes'][number];
export type Scope = Exclude<Grant, 'read' | 'admin'>;

export const SCOPES: readonly Scope[] = [
  'org:read',
  'athletes:read',
  'activities:read',
  'plans:read',
  'groups:read',
  'streams:read',
  'metrics:read',
  'feedback:read',
  'availability:read',
  'sessions:read',
  'exports:create',
  'exports:read',
];

/** A scope as the names of texts have it: dots and colons part those. */
export const wordOf = (scope: Scope) => scope.replace(':', '_') as ScopeWord;
type ScopeWord = WordOf<Scope>;
type WordOf<S> = S extends `${infer What}:${infer Does}` ? `${What}_${Does}` : never;

const keyOf = (org_id: string) => ['api-keys', org_id] as const;

/** The keys that work, without their secrets, the newest first. */
export function useApiKeys({ isNeeded = true }: { readonly isNeeded?: boolean } = {}) {
  const org_id = useOrgId();
  return useQuery({
    queryKey: keyOf(org_id),
    enabled: isNeeded,
    queryFn: () => ask(api.GET('/organizations/{org_id}/api-keys', { params: { path: { org_id } } })),
    select: ({ api_keys }) => api_keys.toReversed(),
  });
}

/** A key with its secret, which is given on to whoever shows it once, and kept nowhere else: no cache takes these answers. */
export type MadeKey = { readonly name: string; readonly secret: string };

export function useKeyWrites() {
  const org_id = useOrgId();
  const cache = useQueryClient();
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: keyOf(org_id) });
  return {
    create: async (body: Schemas['CreateApiKey']): Promise<MadeKey> => {
      const { api_key } = await ask(
        api.POST('/organizations/{org_id}/api-keys', { params: { path: { org_id } }, body }),
      );
      void refresh();
      return { name: api_key.name, secret: api_key.secret };
    },
    replace: async ({ id: key_id }: ApiKey, overlap_s: number): Promise<MadeKey> => {
      const { data } = await ask(
        api.POST('/organizations/{org_id}/api-keys/{key_id}/reroll', {
          params: { path: { org_id, key_id } },
          body: { overlap_s },
        }),
      );
      void refresh();
      return { name: data.api_key.name, secret: data.api_key.secret };
    },
    revoke: async ({ id: key_id }: ApiKey): Promise<void> => {
      await ask(
        api.DELETE('/organizations/{org_id}/api-keys/{key_id}', { params: { path: { org_id, key_id } } }),
      );
      await refresh();
    },
  };
}
