/** It fetches all of the console, which until then would take the network and the processor from the first screen. */
const AFTER_MS = 3_000;

/** Lets the console open without a network, from its second visit on. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const register = () =>
    navigator.serviceWorker.register(workerAddress() as string, { scope: '/console/', type: 'module' });
  setTimeout(() => void register(), AFTER_MS);
}

/** The page's policy asks that addresses of scripts come from a policy of ours. */
function workerAddress(): unknown {
  const address = '/console/sw.js';
  const { trustedTypes } = window as unknown as {
    trustedTypes?: {
      createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => unknown };
    };
  };
  return (
    trustedTypes?.createPolicy('ekiden', { createScriptURL: () => address }).createScriptURL(address) ??
    address
  );
}
