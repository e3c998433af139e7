/** Lets the console open without a network, from its second visit on. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  void navigator.serviceWorker.register(workerAddress() as string, { scope: '/console/', type: 'module' });
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
