import { lastBackup } from '../../infra/backup/index.ts';
import { findQueueStates } from '../../infra/jobs/index.ts';
import { countNetworks } from '../../modules/accounts/index.ts';
import {
  countDeliveries,
  findConnectionHealth,
  listGivenUp,
  lookIntoTokens,
} from '../../modules/integrations/index.ts';
import { DAY_MS } from '../../shared/time.ts';
import { briefly, type StoredDeps } from './database-checks.ts';
import { type Check, error, note, ok, unchecked, warning } from './finding.ts';
import { isLoopbackHost } from './settings-checks.ts';

const SLOW_QUEUE_S = { warning: 300, error: 3_600 };

const queue: Check<StoredDeps> = {
  name: 'queue',
  run: async ({ db }) => {
    const states = await briefly(db, findQueueStates);
    if (states === null) return [unchecked('no server has made the tables of the jobs yet')];
    const { queues } = states;
    const sum = (of: (queue: (typeof queues)[number]) => number): number =>
      queues.reduce((total, queue) => total + of(queue), 0);
    const oldest_s = Math.max(0, ...queues.map(({ oldest_waiting_s }) => oldest_waiting_s));
    const longest = queues.find(({ oldest_waiting_s }) => oldest_waiting_s === oldest_s)?.name;
    const seen = `${sum(({ waiting }) => waiting)} jobs wait, the oldest for ${Math.round(oldest_s)} s${oldest_s > 60 ? ` (${longest})` : ''}; ${sum(({ running }) => running)} run`;
    const mend =
      'see that a process with the role worker runs (ROLES) and what it logs; more of them work faster on PostgreSQL';
    return [
      oldest_s > SLOW_QUEUE_S.error
        ? error(seen, mend)
        : oldest_s > SLOW_QUEUE_S.warning
          ? warning(seen, mend)
          : ok(seen),
      ...queues
        .filter(({ stuck }) => stuck > 0)
        .map(({ name, stuck }) =>
          error(
            `${stuck} jobs of ${name} are stuck: past their time, or without a sign of life from whoever runs them`,
            'restart the processes with the role worker; they take the jobs up again within a minute',
          ),
        ),
    ];
  },
};

const deadLetters: Check<StoredDeps> = {
  name: 'dead letters',
  run: async ({ db }) => {
    const states = await briefly(db, findQueueStates);
    if (states === null) return [unchecked('no server has made the tables of the jobs yet')];
    const { given_up } = states;
    if (given_up.length === 0) return [ok('no job was given up in the last 90 days')];
    return given_up.map(({ name, count, last_day, newest_at }) =>
      (last_day > 0 ? warning : note)(
        `${count} jobs of ${name} were given up, ${last_day} of them in the last day, the last on ${newest_at.toISOString()}`,
        'ekiden jobs list --failed; ekiden jobs retry <id>',
      ),
    );
  },
};

const SLOW_INBOX_S = 600;
const MOST_LISTED = 1_000;

const posts: Check<StoredDeps> = {
  name: 'posts of platforms',
  run: async ({ db }) => {
    const { set_aside, waiting, oldest_waiting_s, given_up } = await briefly(db, async (tx) => ({
      ...(await countDeliveries(tx)),
      given_up: (await listGivenUp(tx, MOST_LISTED)).length,
    }));
    const seen = `${waiting} posts wait, the oldest for ${Math.round(oldest_waiting_s)} s`;
    const late = oldest_waiting_s > SLOW_INBOX_S;
    return [
      late ? warning(seen, 'see that a process with the role worker runs, and what it logs') : ok(seen),
      ...(set_aside > 0
        ? [
            warning(
              `${set_aside} posts could not be worked off`,
              'ekiden inbox list; ekiden inbox retry <id>',
            ),
          ]
        : []),
      ...(given_up > 0
        ? [
            note(
              `${given_up === MOST_LISTED ? 'at least ' : ''}${given_up} things that platforms were asked for did not come`,
              'ekiden sync list; ekiden sync retry <user_id> <platform>',
            ),
          ]
        : []),
    ];
  },
};

/** So many athletes run at least once in this time: silence is then a fault of the way here. */
const SILENCE_DAYS = { many: 3, few: 14 };
const MANY_CONNECTIONS = 20;

const silence: Check<StoredDeps> = {
  name: 'silence of platforms',
  run: async ({ db, clock, config }) => {
    const health = await briefly(db, findConnectionHealth);
    if (health.length === 0) return [ok('nobody has connected a platform')];
    return health.map(({ provider, connected, last_sync_at, since }) => {
      const days = (clock.now().getTime() - (last_sync_at ?? since).getTime()) / DAY_MS;
      const said =
        last_sync_at === null ? 'nothing has come yet' : `the last came ${days.toFixed(1)} days ago`;
      const seen = `${connected} connections to ${provider}, ${said}`;
      const most = connected >= MANY_CONNECTIONS ? SILENCE_DAYS.many : SILENCE_DAYS.few;
      const is_configured =
        provider === 'strava' || provider === 'garmin' ? config.platforms[provider] !== undefined : true;
      if (!is_configured)
        return warning(
          `${seen}, and the platform is not configured any more`,
          `set the ${provider.toUpperCase()}_… settings again`,
        );
      if (days <= most) return ok(seen);
      return warning(seen, MEND_SILENCE[provider] ?? 'see that the apps of athletes reach BASE_URL');
    });
  },
};

const MEND_SILENCE: Readonly<Record<string, string>> = {
  strava:
    'ekiden strava subscription, and subscribe where it leads elsewhere; see that BASE_URL is reached from outside',
  garmin: 'see the addresses and the key (GARMIN_PUSH_API_KEY) of your app in Garmin’s developer portal',
};

const SAMPLED_TOKENS = 500;
const MUCH_REFUSED = 0.2;
/**
 * A refresh token of OAuth 2.0 at Garmin ends about 90 days after it was given, and the access token beside it a day after: of one whose
 * access ended so long ago a fortnight is left. Strava says no such end, nor has one of OAuth 1.0a any.
 */
const IDLE_DAYS = 75;

const tokens: Check<StoredDeps> = {
  name: 'tokens',
  run: async ({ db, clock, secretBox }) => {
    const [health, kept] = await briefly(db, async (tx) => [
      await findConnectionHealth(tx),
      secretBox === null
        ? null
        : await lookIntoTokens(tx, secretBox, {
            limit: SAMPLED_TOKENS,
            before: new Date(clock.now().getTime() - IDLE_DAYS * DAY_MS),
          }),
    ]);
    const refused = health
      .filter(({ refused }) => refused > 0)
      .map(({ provider, refused, connected }) => {
        const seen = `${provider} refuses ${refused} of ${connected} connections`;
        return refused > MUCH_REFUSED * connected
          ? warning(
              seen,
              `the athletes connect again, who were told; where all are refused, see the ${provider.toUpperCase()}_… settings`,
            )
          : note(seen, 'the athletes connect again, who were told');
      });
    if (kept === null) return [...refused, unchecked('there is no secrets key to open them with')];
    const { garmin = 0 } = kept.idle;
    const idle =
      garmin === 0
        ? []
        : [
            note(
              `of ${kept.looked_at} tokens, ${garmin} of garmin were last renewed more than ${IDLE_DAYS} days ago; they can be renewed for about 90 days`,
              'the athletes connect Garmin again, before what has to be fetched there is refused',
            ),
          ];
    const unreadable =
      kept.unreadable === 0
        ? []
        : [
            error(
              `${kept.unreadable} of ${kept.looked_at} tokens cannot be opened with the secrets keys there are`,
              'put the key they were sealed with behind the others in SECRETS_KEY or the file of SECRETS_KEY_FILE',
            ),
          ];
    const all = [...unreadable, ...refused, ...idle];
    return all.length > 0 ? all : [ok(`${kept.looked_at} tokens were opened, none is refused`)];
  },
};

const FEW_PEOPLE = 3;

const isLocalHost = (host: string): boolean =>
  isLoopbackHost(host) ||
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f[cd]|^[^.:]+$|\.(?:local|lan|internal|home\.arpa)$/.test(
    host,
  );

/** What people came from says whether the proxy's word for it is heard. */
const networks: Check<StoredDeps> = {
  name: 'networks of people',
  run: async ({ db, config }) => {
    // Where only neighbours can come, they all are in one network.
    if (isLocalHost(new URL(config.baseUrl).hostname)) return [];
    const { people, networks, private_networks } = await briefly(db, countNetworks);
    const seen = `${people} people came from ${networks} networks`;
    if (people < FEW_PEOPLE || networks > private_networks || networks > 1) return [ok(seen)];
    return [
      warning(
        `${seen}, and that is a private one: the address of a proxy counts as theirs`,
        'TRUST_PROXY names the proxy, which sets X-Forwarded-For (docs/proxy)',
      ),
    ];
  },
};

const OLD_BACKUP_DAYS = { warning: 2, error: 14 };

/** The one place that knows of backups. */
const backup: Check<StoredDeps> = {
  name: 'backup',
  run: async ({ db, clock }) => {
    const last = await briefly(db, lastBackup);
    const mend = 'ekiden backup <folder or s3://…>, and BACKUP_TARGET for one each night';
    if (last === null) return [warning('no backup of this database was ever finished', mend)];
    const days = (clock.now().getTime() - last.snapshot_at.getTime()) / DAY_MS;
    const seen = `the last backup is ${days.toFixed(1)} days old: ${last.row_count} rows, ${last.object_count} files, in ${last.place}`;
    return [
      days > OLD_BACKUP_DAYS.error
        ? error(seen, mend)
        : days > OLD_BACKUP_DAYS.warning
          ? warning(seen, mend)
          : ok(seen),
      ...(last.missing_objects > 0
        ? [
            warning(
              `${last.missing_objects} files that rows name were not there to be backed up`,
              'ekiden check',
            ),
          ]
        : []),
    ];
  },
};

export const WORK_CHECKS = [queue, deadLetters, posts, silence, tokens, networks, backup];
