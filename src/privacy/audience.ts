/**
 * Who looks at an athlete. Every read names one of these; there is no "unfiltered".
 *
 * - `self`: the athlete. Sees everything.
 * - `coach`: a coach of an organization the athlete belongs to, through the console or the application API.
 * - `organization_api`: an organization's key on the developer API. Equal to `coach`, so that neither is a way round
 *   the other.
 * - `ai`: whatever is put before a language model. The built-in rules engine runs here and is no audience of its own:
 *   it computes for, and is limited like, the person who will read the result.
 * - `export`: archives that leave the server and cannot be called back.
 * - `public`: everybody else.
 *
 * Each sees at most what the one to its left sees: `self > coach = organization_api > export > public`, and
 * `coach > ai`.
 */
export const AUDIENCES = ['self', 'coach', 'organization_api', 'ai', 'export', 'public'] as const;
export type Audience = (typeof AUDIENCES)[number];
