import { isAbsolute } from 'node:path';
import { webUrl } from './addresses.ts';
import { setting, unset } from './setting.ts';
import { form, type SettingType, secret, text } from './setting-types.ts';

const LEAST_PASSPHRASE = 12;

/** A folder, or a bucket with a prefix; it is parsed when a backup begins. */
const target = form(
  (text) => text.startsWith('s3://') || isAbsolute(text),
  'a folder from the root on, or `s3://bucket/prefix`',
);

/** How many backups are kept, or those of how many days. */
export type Keep = { readonly count: number } | { readonly days: number };

const keep: SettingType<Keep> = {
  accepts: 'a number of backups, such as 14, or of days, such as 30d',
  read: (text) => {
    const [, number, days] = /^([1-9]\d{0,4})(d?)$/.exec(text) ?? [];
    if (number === undefined) return undefined;
    return days === 'd' ? { days: Number(number) } : { count: Number(number) };
  },
  show: (value) => ('days' in value ? `${value.days}d` : String(value.count)),
};

const cron = form(
  (text) => /^(?:[\d*,/a-z-]+ ){4}[\d*,/a-z-]+$/i.test(text),
  'a cron expression of five fields, in UTC, such as `30 2 * * *`',
);

export const BACKUPS = {
  target: setting(
    'BACKUP_TARGET',
    target,
    unset('none: the server makes no backups'),
    'where the server puts a backup by itself, by the schedule below: [backup.md](backup.md). With it the server tells how old the last one is',
  ),
  schedule: setting('BACKUP_SCHEDULE', cron, '30 2 * * *', 'when it does'),
  keep: setting(
    'BACKUP_KEEP',
    keep,
    '14',
    'which backups stay in `BACKUP_TARGET`: so many, or those of so many days (`30d`); the newest always',
  ),
  passphrase: setting(
    'BACKUP_PASSPHRASE',
    secret(form((text) => text.length >= LEAST_PASSPHRASE, `at least ${LEAST_PASSPHRASE} characters`)),
    unset('none: backups are not encrypted by one'),
    'encrypts backups, and opens them again',
  ),
  recipient: setting(
    'BACKUP_RECIPIENT',
    form((text) => /^age1[a-z0-9]{58}$/.test(text), 'an age recipient, `age1…`'),
    unset('none'),
    'encrypts backups to a key pair of age instead: the server can make them and not read them',
  ),
  s3: {
    endpoint: setting(
      'BACKUP_S3_ENDPOINT',
      webUrl,
      { says: '`S3_ENDPOINT`, or Amazon’s own', from: ({ S3_ENDPOINT }) => S3_ENDPOINT },
      'the S3 service of backups',
    ),
    region: setting(
      'BACKUP_S3_REGION',
      text,
      { says: '`S3_REGION`, or `us-east-1`', from: ({ S3_REGION }) => S3_REGION ?? 'us-east-1' },
      'its region',
    ),
    accessKeyId: setting(
      'BACKUP_S3_ACCESS_KEY_ID',
      text,
      { says: '`S3_ACCESS_KEY_ID`', from: ({ S3_ACCESS_KEY_ID }) => S3_ACCESS_KEY_ID },
      'the id of the access key of backups: best another one, so that who has the server’s cannot delete them',
    ),
    secretAccessKey: setting(
      'BACKUP_S3_SECRET_ACCESS_KEY',
      secret(text),
      { says: '`S3_SECRET_ACCESS_KEY`', from: ({ S3_SECRET_ACCESS_KEY }) => S3_SECRET_ACCESS_KEY },
      'its secret',
    ),
  },
};
