import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask } from '../../client/api.ts';
import { ApiError } from '../../client/errors.ts';
import { reasonOf } from '../../parts/states.tsx';
import { SwitchRow } from '../../parts/switch-row.tsx';
import { useSay } from '../../say.tsx';
import { useSession } from '../../session/session.tsx';

const CAN_PUSH = isSecureContext && 'PushManager' in globalThis && 'Notification' in globalThis;

async function findManager(): Promise<PushManager | null> {
  const registration = CAN_PUSH ? await navigator.serviceWorker.getRegistration() : undefined;
  return registration?.pushManager ?? null;
}

/** Whether this browser is pushed to. Where it cannot be, it says so and why. */
export function ThisDevice() {
  const say = useSay();
  const cache = useQueryClient();
  const { user_id, preferences } = useSession().profile;
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const queryKey = ['own-push', user_id];
  const { data } = useQuery({
    queryKey,
    // Asked of the browser, not of the server.
    queryFn: async () => {
      const manager = await findManager();
      return { isPossible: manager !== null, isOn: (await manager?.getSubscription()) != null };
    },
    staleTime: 0,
  });
  const turnOn = async (manager: PushManager): Promise<void> => {
    const { public_key } = (await ask(api.GET('/notifications/web-push-key'))).data;
    const options = { userVisibleOnly: true, applicationServerKey: public_key };
    const subscription = await manager.subscribe(options);
    const metadata = { os_version: navigator.platform, timezone: preferences.timezone };
    const token = JSON.stringify(subscription);
    await ask(api.POST('/notifications/tokens/device', { body: { token, platform: 'web', metadata } }));
  };
  const turnOff = async (manager: PushManager): Promise<void> => {
    const subscription = await manager.getSubscription();
    if (subscription === null) return;
    const token = JSON.stringify(subscription);
    // What the server does not know any more has no entry to take out.
    await ask(api.DELETE('/notifications/tokens/device', { body: { token } })).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    await subscription.unsubscribe();
  };
  const turn = async (isOn: boolean): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    try {
      const manager = await findManager();
      if (manager !== null) await (isOn ? turnOn(manager) : turnOff(manager));
    } catch (error) {
      setFault(whyNot(error));
    }
    void cache.invalidateQueries({ queryKey: ['own-devices', user_id] });
    await cache.invalidateQueries({ queryKey });
    setBusy(false);
  };
  const whyNot = (error: unknown): string => {
    if (error instanceof ApiError && error.status === 503) return say('me.device.notSetUp');
    if (Notification.permission === 'denied') return say('me.device.denied');
    return error instanceof DOMException ? say('me.device.refused') : reasonOf(error, say);
  };
  if (data === undefined) return null;
  return (
    <>
      <SwitchRow
        label={say('me.device')}
        hint={data.isPossible ? say('me.device.hint') : say('me.device.impossible')}
        isOn={data.isOn}
        isDisabled={!data.isPossible || isBusy}
        onChange={(isOn) => void turn(isOn)}
      />
      {fault !== undefined && (
        <p className="small" role="alert" style={{ color: 'var(--fault)' }}>
          {fault}
        </p>
      )}
    </>
  );
}
