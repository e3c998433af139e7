import type { TestResponse, TestServer } from './harness.ts';

/** @param path below `/notifications` */
export type AskNotifications = (
  method: string,
  path: string,
  by: { readonly token: string },
  body?: object,
) => Promise<TestResponse>;

/** Asks a server for something of its notifications. */
export const askNotifications =
  (server: Pick<TestServer, 'request'>): AskNotifications =>
  (method, path, { token }, body) =>
    server.request(method, `/api/v1/notifications${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
