import { newId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/time.ts';
import { storeDays } from '../store-days.ts';
import type { ActorName } from './read-rights.ts';
import type { Prepare } from './requests.ts';
import type { RightsStage } from './rights-stage.ts';

const nothing: Prepare = () => ({});
const ahead = ({ server }: RightsStage): string =>
  new Date(server.clock.now().getTime() + 9 * DAY_MS).toISOString().slice(0, 10);

/** Of whoever asks; where it is nobody, of the athlete. */
const own =
  (name: 'entry_id' | 'injury_id' | 'race_id', body?: object): Prepare =>
  async (stage: RightsStage, actor: ActorName) => {
    const user_id = stage.personOf(actor)?.user_id ?? stage.ids.user_id ?? '';
    const ids = await storeDays(stage.server, user_id);
    return { params: { [name]: ids[name] }, ...(body === undefined ? {} : { body }) };
  };
/** The athlete's, whoever asks. */
const members =
  (name: 'entry_id' | 'injury_id' | 'race_id', body?: object): Prepare =>
  async (stage: RightsStage) => {
    const ids = await storeDays(stage.server, stage.ids.user_id ?? newId());
    return { params: { [name]: ids[name] }, ...(body === undefined ? {} : { body }) };
  };

/** Requests about days, injuries and races of one's own, and of somebody else. */
export const DAILY_REQUESTS: Readonly<Record<string, Prepare>> = {
  listAvailability: nothing,
  createAvailability: () => ({ body: { kind: 'unavailable', weekdays: ['monday'] } }),
  listAvailabilityDays: nothing,
  getConstraints: nothing,
  listInjuries: nothing,
  createInjury: (stage) => ({ body: { kind: 'injury', area: 'Knee', from: ahead(stage), running: 'none' } }),
  listRaces: nothing,
  createRace: (stage) => ({ body: { name: 'Ten', date: ahead(stage), event: '10k' } }),
  listBestTimes: nothing,
  'getAvailability(own)': own('entry_id'),
  'getAvailability(member)': members('entry_id'),
  'changeAvailability(own)': own('entry_id', { reason: 'Choir' }),
  'changeAvailability(member)': members('entry_id', { reason: 'Choir' }),
  'deleteAvailability(own)': own('entry_id'),
  'deleteAvailability(member)': members('entry_id'),
  'getInjury(own)': own('injury_id'),
  'getInjury(member)': members('injury_id'),
  'changeInjury(own)': own('injury_id', { note: 'Better' }),
  'changeInjury(member)': members('injury_id', { note: 'Better' }),
  'deleteInjury(own)': own('injury_id'),
  'deleteInjury(member)': members('injury_id'),
  'getRace(own)': own('race_id'),
  'getRace(member)': members('race_id'),
  'changeRace(own)': own('race_id', { name: 'Five' }),
  'changeRace(member)': members('race_id', { name: 'Five' }),
  'deleteRace(own)': own('race_id'),
  'deleteRace(member)': members('race_id'),
  'suggestRaceActivities(own)': own('race_id'),
  'suggestRaceActivities(member)': members('race_id'),
};
