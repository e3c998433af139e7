import webPush from 'web-push';
import { parseConfig } from '../config.ts';
import type { CommandContext } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `ekiden push-keys <contact>` */
export function printPushKeys(args: readonly string[], { config, print }: CommandContext): number {
  const [contact, ...rest] = args;
  if (contact === undefined || rest.length > 0)
    throw new UsageError(
      'Name one contact: the e-mail address or the https address of whoever runs this server.',
    );
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const settings = {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: /^[^:/]+@/.test(contact) ? `mailto:${contact}` : contact,
  };
  parseConfig(settings);
  print(
    [
      '# Keep them: browsers that have subscribed with other keys get nothing until they subscribe again.',
      ...(config.push.web.vapid === undefined ? [] : ['# This server has such keys already.']),
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ].join('\n'),
  );
  return 0;
}
