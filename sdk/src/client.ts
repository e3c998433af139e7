import { downloadExport, type ExportArchive } from './download-export.ts';
import { type FollowOptions, followChanges } from './follow-changes.ts';
import { iteratePages } from './iterate-pages.ts';
import { systemTiming, type Timing } from './timing.ts';
import {
  type Call,
  createTransport,
  type Fetch,
  type ReceivedFile,
  receiveFile,
  type TransportSettings,
} from './transport.ts';
import type {
  Activity,
  Athlete,
  ChangePage,
  DataOf,
  ExportJob,
  ExportRequest,
  Feedback,
  Group,
  Organization,
  Plan,
  QueryOf,
} from './types.ts';
import { type WaitOptions, waitForExport } from './wait-for-export.ts';

export type DeveloperClientOptions = {
  /** Address of the developer API, such as `https://ekiden.example.org/developer/v1`. */
  readonly baseUrl: string;
  /** An organization's API key, `ekiden_…`. Keep it on a server: whoever has it reads what it may read. */
  readonly apiKey: string;
  /** Instead of the runtime's own. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds until a request without a whole answer, or a download without another byte, counts as failed. 30,000 unless given. */
  readonly timeoutMs?: number | undefined;
  /** How often a read is tried again after a 5xx answer or a broken connection. 3 unless given; writes never are. */
  readonly maxRetries?: number | undefined;
  /**
   * Milliseconds that one call waits in all for rate limits, as `Retry-After` says; what would take longer throws a
   * `RateLimitedError` at once. 120,000 unless given: that outlasts the limit of a minute and not that of an hour.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * How many answers to keep in memory and to have confirmed with `If-None-Match` instead of sent again. 0 unless given.
   * Browsers do this by themselves.
   */
  readonly cacheEntries?: number | undefined;
  /** Clock, sleep and randomness, for tests. */
  readonly timing?: Partial<Timing> | undefined;
};

export type CallOptions = {
  /** Rejects with its reason, also while waiting, once it is aborted. */
  readonly signal?: AbortSignal | undefined;
};

export type IterationOptions = CallOptions & {
  /** How many to read at once, 1 to 100; 100 unless given. */
  readonly pageSize?: number | undefined;
};

/** A list to iterate: its filters, and `limit`, how many items in all; every one unless given. */
type Iteration<Q> = Omit<Q, 'limit' | 'offset' | 'cursor'> & { readonly limit?: number | undefined };

/**
 * The developer API of one organization. Distances are metres, durations seconds, dates epoch milliseconds UTC; names end
 * with their unit. What an athlete's privacy hides is absent and named in `privacy_filtered`.
 *
 * @throws EkidenApiError (RateLimitedError for 429), EkidenConnectionError.
 */
export type DeveloperClient = {
  /** The key's organization. Scope `org:read`. */
  getOrganization(options?: CallOptions): Promise<Organization>;
  /** What the terms of each source of activities allow on this server. Scope `org:read`. */
  getSourcePolicies(options?: CallOptions): Promise<DataOf<'getOrganization'>['source_policies']>;

  /** A page of athletes by the date they joined, and how many there are in all. Scope `athletes:read`. */
  listAthletes(query?: QueryOf<'listAthletes'>, options?: CallOptions): Promise<DataOf<'listAthletes'>>;
  /** All athletes, a page at a time. */
  athletes(
    query?: Iteration<QueryOf<'listAthletes'>>,
    options?: IterationOptions,
  ): AsyncGenerator<Athlete, void, undefined>;
  /** One athlete. `not_found` also for those who left. Scope `athletes:read`. */
  getAthlete(athleteId: string, options?: CallOptions): Promise<Athlete>;
  /** One athlete's fitness, fatigue and form, day by day. Scope `metrics:read`. */
  getAthleteLoad(
    athleteId: string,
    query?: QueryOf<'getAthleteLoad'>,
    options?: CallOptions,
  ): Promise<DataOf<'getAthleteLoad'>>;
  /** One athlete's health, day by day, the latest first: nothing without their consent. Scope `metrics:read`. */
  listAthleteHealthDays(
    athleteId: string,
    query?: QueryOf<'listAthleteHealthDays'>,
    options?: CallOptions,
  ): Promise<DataOf<'listAthleteHealthDays'>>;
  /** A page of what one athlete said of activities and planned workouts: nothing without their consent. Scope `feedback:read`. */
  listAthleteFeedback(
    athleteId: string,
    query?: QueryOf<'listAthleteFeedback'>,
    options?: CallOptions,
  ): Promise<DataOf<'listAthleteFeedback'>>;
  /** All that one athlete said, the last said first, a page at a time. */
  feedback(
    athleteId: string,
    query?: Iteration<QueryOf<'listAthleteFeedback'>>,
    options?: IterationOptions,
  ): AsyncGenerator<Feedback, void, undefined>;
  /** On which days one athlete cannot train as usual, and what hurts: nothing without their consent. Scope `availability:read`. */
  listAthleteAvailability(
    athleteId: string,
    query?: QueryOf<'listAthleteAvailability'>,
    options?: CallOptions,
  ): Promise<DataOf<'listAthleteAvailability'>>;

  /** A page of the sessions of the organization, by when they begin. Scope `sessions:read`. */
  listClubSessions(
    query?: QueryOf<'listClubSessions'>,
    options?: CallOptions,
  ): Promise<DataOf<'listClubSessions'>>;
  /** A page of who answered what and who came: only who consents to it. Scope `sessions:read`. */
  listClubSessionAttendance(
    sessionId: string,
    query?: QueryOf<'listClubSessionAttendance'>,
    options?: CallOptions,
  ): Promise<DataOf<'listClubSessionAttendance'>>;

  /** A page of activities, one athlete's or everybody's, newest first. Scope `activities:read`. */
  listActivities(query?: QueryOf<'listActivities'>, options?: CallOptions): Promise<DataOf<'listActivities'>>;
  /** All activities of one athlete or of everybody, newest first, a page at a time. */
  activities(
    query?: Iteration<QueryOf<'listActivities'>>,
    options?: IterationOptions,
  ): AsyncGenerator<Activity, void, undefined>;
  /** One activity. `not_found` also for one that privacy hides. Scope `activities:read`. */
  getActivity(activityId: string, options?: CallOptions): Promise<Activity>;
  /** Samples of one activity over time, a column for each kind: nothing without the athlete's consent. Scope `streams:read`. */
  getActivityStreams(activityId: string, options?: CallOptions): Promise<DataOf<'getActivityStreams'>>;
  /** The file that one activity came from. `not_found` also where it is withheld. Scope `streams:read`. */
  downloadActivityFile(activityId: string, options?: CallOptions): Promise<ReceivedFile>;

  /** A page of one athlete's active plans, the latest start first. Scope `plans:read`. */
  listPlans(query: QueryOf<'listPlans'>, options?: CallOptions): Promise<DataOf<'listPlans'>>;
  /** All of one athlete's active plans, the latest start first, a page at a time. */
  plans(
    query: Iteration<QueryOf<'listPlans'>>,
    options?: IterationOptions,
  ): AsyncGenerator<Plan, void, undefined>;
  /** One athlete's plan. `not_found` also for one that is over or was taken back. Scope `plans:read`. */
  getPlan(planId: string, options?: CallOptions): Promise<Plan>;

  /** A page of what has appeared, changed or been withdrawn. One of the scopes `athletes:read`, `activities:read`, `plans:read`, `groups:read`, `feedback:read`, `availability:read`, `sessions:read`. */
  listChanges(query?: QueryOf<'listChanges'>, options?: CallOptions): Promise<ChangePage>;
  /**
   * All changes after a stored cursor, a page at a time, each with the cursor to store with it. `cursor_expired` where the cursor is too
   * old: forget the copy and start without one.
   */
  changes(options?: FollowOptions): AsyncGenerator<ChangePage, void, undefined>;

  /** All groups, without their members. Scope `groups:read`. */
  listGroups(options?: CallOptions): Promise<Group[]>;

  /** Asks for an archive, which is then made in the background. A key may ask for five in an hour. Scope `exports:create`. */
  createExport(request?: ExportRequest, options?: CallOptions): Promise<ExportJob>;
  /** A page of the exports this key has asked for, newest first. Scope `exports:read`. */
  listExports(query?: QueryOf<'listExports'>, options?: CallOptions): Promise<DataOf<'listExports'>>;
  /** All exports this key has asked for, a page at a time. */
  exports(
    query?: Iteration<QueryOf<'listExports'>>,
    options?: IterationOptions,
  ): AsyncGenerator<ExportJob, void, undefined>;
  /** One export. Scope `exports:read`. */
  getExport(exportId: string, options?: CallOptions): Promise<ExportJob>;
  /**
   * Looks at an export, less and less often, until it is completed.
   *
   * @throws ExportFailedError, ExportTimeoutError.
   */
  waitForExport(exportId: string, options?: WaitOptions): Promise<ExportJob>;
  /** A link to the archive that lives `expires_in_seconds` and needs no key. `export_not_ready`, `export_expired`, `export_withdrawn`. */
  getExportDownload(exportId: string, options?: CallOptions): Promise<DataOf<'getExportDownload'>>;
  /** Streams the archive; renews its link and takes up broken connections where they broke. */
  downloadExport(exportId: string, options?: CallOptions): Promise<ExportArchive>;
};

/**
 * A client of the developer API.
 *
 * @throws TypeError when `baseUrl` is no web address or `apiKey` cannot be sent as a header.
 */
export function createDeveloperClient(options: DeveloperClientOptions): DeveloperClient {
  const settings = settingsOf(options);
  const send = createTransport(settings);
  // The only place where an answer gets its type: it is what the document says, and not checked again.
  const get = <T>(path: string, { signal }: CallOptions = {}, query?: Call['query']): Promise<T> =>
    send({ method: 'GET', path, query, signal }) as Promise<T>;

  const client: DeveloperClient = {
    getOrganization: async (options) => (await get<DataOf<'getOrganization'>>('/org', options)).organization,
    getSourcePolicies: async (options) =>
      (await get<DataOf<'getOrganization'>>('/org', options)).source_policies,

    listAthletes: (query, options) => get('/athletes', options, query),
    athletes: ({ limit, ...query } = {}, options = {}) =>
      iteratePages(
        async (page) => {
          const { athletes, next_cursor } = await client.listAthletes({ ...query, ...page }, options);
          return { items: athletes, next_cursor };
        },
        { limit, ...options },
      ),
    getAthlete: async (athleteId, options) =>
      (await get<DataOf<'getAthlete'>>(`/athletes/${segment(athleteId)}`, options)).athlete,
    getAthleteLoad: (athleteId, query, options) =>
      get(`/athletes/${segment(athleteId)}/load`, options, query),
    listAthleteHealthDays: (athleteId, query, options) =>
      get(`/athletes/${segment(athleteId)}/health/daily`, options, query),
    listAthleteFeedback: (athleteId, query, options) =>
      get(`/athletes/${segment(athleteId)}/feedback`, options, query),
    feedback: (athleteId, { limit, ...query } = {}, options = {}) =>
      iteratePages(
        async ({ cursor, ...page }) => {
          // Unlike older lists this one has no cursor for its first page.
          const place = cursor === '' ? page : { ...page, cursor };
          const asked = { ...query, ...place };
          const { feedback, next_cursor } = await client.listAthleteFeedback(athleteId, asked, options);
          return { items: feedback, next_cursor };
        },
        { limit, ...options },
      ),
    listAthleteAvailability: (athleteId, query, options) =>
      get(`/athletes/${segment(athleteId)}/availability`, options, query),

    listClubSessions: (query, options) => get('/sessions', options, query),
    listClubSessionAttendance: (sessionId, query, options) =>
      get(`/sessions/${segment(sessionId)}/attendance`, options, query),

    listActivities: (query, options) => get('/activities', options, query),
    activities: ({ limit, ...query } = {}, options = {}) =>
      iteratePages(
        async (page) => {
          const { activities, next_cursor } = await client.listActivities({ ...query, ...page }, options);
          return { items: activities, next_cursor };
        },
        { limit, ...options },
      ),
    getActivity: async (activityId, options) =>
      (await get<DataOf<'getActivity'>>(`/activities/${segment(activityId)}`, options)).activity,
    getActivityStreams: (activityId, options) => get(`/activities/${segment(activityId)}/streams`, options),
    downloadActivityFile: (activityId, { signal } = {}) =>
      receiveFile(settings, { path: `/activities/${segment(activityId)}/file`, signal }),

    listPlans: (query, options) => get('/plans', options, query),
    plans: ({ limit, ...query }, options = {}) =>
      iteratePages(
        async (page) => {
          const { plans, next_cursor } = await client.listPlans({ ...query, ...page }, options);
          return { items: plans, next_cursor };
        },
        { limit, ...options },
      ),
    getPlan: async (planId, options) =>
      (await get<DataOf<'getPlan'>>(`/plans/${segment(planId)}`, options)).plan,

    listChanges: (query, options) => get('/changes', options, query),
    changes: (options = {}) =>
      followChanges((page) => client.listChanges(page, options), options, settings.timing),

    listGroups: async (options) => (await get<DataOf<'listGroups'>>('/groups', options)).groups,

    createExport: async (body = {}, { signal } = {}) => {
      const data = await send({ method: 'POST', path: '/exports', body, signal });
      return (data as DataOf<'createExport'>).export;
    },
    listExports: (query, options) => get('/exports', options, query),
    exports: ({ limit, ...query } = {}, options = {}) =>
      iteratePages(
        async (page) => {
          const { exports, next_cursor } = await client.listExports({ ...query, ...page }, options);
          return { items: exports, next_cursor };
        },
        { limit, ...options },
      ),
    getExport: async (exportId, options) =>
      (await get<DataOf<'getExport'>>(`/exports/${segment(exportId)}`, options)).export,
    waitForExport: (exportId, options = {}) =>
      waitForExport(() => client.getExport(exportId, options), options, settings.timing),
    getExportDownload: (exportId, options) => get(`/exports/${segment(exportId)}/download`, options),
    downloadExport: (exportId, options = {}) =>
      downloadExport(
        async () => (await client.getExportDownload(exportId, options)).download_url,
        settings,
        options.signal,
      ),
  };
  return client;
}

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function settingsOf(options: DeveloperClientOptions): TransportSettings {
  const { baseUrl, apiKey, timing } = options;
  if (!/^https?:\/\/[^?#]+$/.test(baseUrl)) throw new TypeError('baseUrl: must be an http or https address.');
  // Else fetch would refuse it as a header and quote it in its error.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey: must be the secret of a key, without spaces or line breaks.');
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: Math.min(options.timeoutMs ?? 30_000, LONGEST_TIMER_MS),
    maxRetries: options.maxRetries ?? 3,
    maxWaitMs: options.maxWaitMs ?? 120_000,
    cacheEntries: options.cacheEntries ?? 0,
    timing: { ...systemTiming, ...timing },
  };
}

/** An id as one segment of a path. Dots alone, however encoded, would lead to another one. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is no id.`);
  return encodeURIComponent(id);
}
