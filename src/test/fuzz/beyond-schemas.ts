/**
 * What a schema cannot say and a use case therefore refuses, in the words of its messages: a request that is valid by the document may
 * be answered 400 with one of these. Whoever adds such a rule adds its words, once the description of the operation tells of it.
 */
const WORDS: readonly RegExp[] = [
  // Changes of weeks: which members go with which action.
  /^conflict: must be skip or replace/,
  /^source_athlete_id: is (?:only for copy|required to copy)/,
  /^from: (?:say either the days|is required to swap|and workout_ids must be left out)/,
  /^(?:workout|dates): is (?:required to set|only for set)/,
  /^done_elsewhere: is said alone/,
  /^Say what to change: /,
  // Drafts and their weeks.
  /^form(?:\.athlete_id)?: (?:nests deeper|takes \d+ bytes|stands beside)/,
  /^week_number: must be /,
  /^The race is on [\d-]+, (?:before|after) /,
  // Previews: settings of a membership are those of one organization.
  /^membership_privacy: is of one organization/,
  /^until: must be (?:from or later|at most \d+ days from from)/,
  /^(?:to|days): (?:is required to |must be left out to |is only for |must not be one of the days)/,
  // Triage: `until` goes with `later`, and lies ahead.
  /^until: (?:is only for|say until when|must be in the future|must be within a year)/,
  // Club sessions.
  /^series\.(?:until|occurrences): makes more than 366 sessions/,
  /^series\.weekdays: must have the weekday/,
  /^series: has no session/,
  /^coach_user_id: names no coach/,
  /^workout(?:\.groups\.\d+)?\.(?:segments|text|zone|name|group_id)[.:]/,
  /^workout_group: names no group/,
  /^ticks: must be at most \d+ of one person/,
  // Days and times that are written well and are none, or lie where they may not.
  /: is no (?:day|moment) of any calendar/,
  /: must be (?:epoch milliseconds|an ISO 8601 time)/,
  /: must be a Monday/,
  /: must lie (?:in the future|within \d+ days)/,
  /: must not be (?:after|before) /,
  /: must be at most \d+ days before to/,
  /: lies in the future: check the clock/,
  /: must be a year from /,
  // Names of what only the server knows.
  /: must be an IANA time zone name/,
  /^return_url: must begin with one of the origins/,
  // Only what a page has ended with is where another one begins.
  /^cursor: must be the next_cursor of a page/,
  /^after: must be the next_cursor of a page/,
  /^topic: must have 1 to 900 characters/,
  /^token: must be, for the platform /,
  /^endpoint: /,
  // Tokens, passwords and other proof.
  /^token: This token /,
  /^password: must /,
  /^password: send either /,
  /^new_password: /,
  /^new_email: is the address of the account already/,
  /^refresh_token: send either /,
  /^This return from the platform is not one that was waited for/,
  /^Nothing waits for this confirmation/,
  /^org_name: is not the name of this organization/,
  // Members that go together, or do not.
  /: must have something to see/,
  /: must not be blank/,
  /: a workout of the type race is a race/,
  /: a workout that was skipped has neither rpe nor feel/,
  /: lies in the future/,
  /: must be another time than /,
  /: began more than a day apart from the other/,
  /: must not be (?:longer|shorter|below|above|before|after|in the future)/,
  /: is required (?:with|where)(?:out)? /,
  /: is required, or /,
  /: must be left out with /,
  /: must be 1 or left out with /,
  /: comes with content, which it is about/,
  /^audience: must have either segment or user_ids/,
  /^audience\.segment\.group_ids\./,
  /^audience\.segment: must say at least/,
  /^zones\./,
  /^data\./,
  /^(?:workouts|weekly_info)\.\d+/,
  /^(?:segments|content)\.\d+/,
  /^text: (?:line \d+, |must have at most|must be at most|take more than a week)/,
  /^(?:segments|content): must have at most \d+ bytes of JSON together/,
  /: names the same activity/,
  /^mentions\.\d+: must be the user_id of somebody who may read this/,
  /^attachments\.\d+: must /,
  /^place: must have /,
  /^post_id: must be the id of a post of this thread/,
  // Who is asked about, and is not there.
  /^audience(?:\.user_ids)?: (?:nobody|none) /,
  /^(?:user_id|head_coach_user_id|coach_id|athlete_ids|group_ids)[.:]/,
  /^settings[.:]/,
  // An event that makes no sense.
  /^This is no event/,
];

/** What coaches ask plans for does not go together, or is no draft: told in the language of who asks. */
const MAKES_PLANS = /^(?:generate|stream)Plan|^regeneratePlanWeek$/;

export function isBeyondSchemas(operation_id: string, message: string): boolean {
  return MAKES_PLANS.test(operation_id) || WORDS.some((words) => words.test(message));
}
