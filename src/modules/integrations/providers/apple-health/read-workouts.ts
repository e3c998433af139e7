import { invalidField } from '../../../../shared/errors.ts';
import { blankSample, plausible, position, type Sample } from '../../../activities/index.ts';
import { beat, checkWorkout, type PhoneWorkout } from './phone-workout.ts';
import type { Reading } from './reading.ts';
import {
  BEATS,
  convertedIn,
  factorOf,
  inUnit,
  KILOCALORIES,
  METRES,
  quantityIn,
  SECONDS,
  type Units,
} from './units.ts';
import { has, listIn, type Members, membersIn, neededMoment, numberIn, textIn } from './wire.ts';

export function readExportedWorkout(item: Members, path: string, { now }: Reading): PhoneWorkout {
  const beats = membersIn(item, 'heartRate', path) ?? {};
  const elevation = membersIn(item, 'elevation', path);
  const elevationIn = (name: string): number | null =>
    elevation === null
      ? null
      : convertedIn(elevation, { value: name, unit: 'units' }, `${path}.elevation`, METRES);
  return checkWorkout(
    {
      path,
      uuid: textIn(item, 'id', path, 64) || null,
      kind: neededText(item, 'name', path),
      is_indoor: item.isIndoor === true || /^indoor$/i.test(textIn(item, 'location', path) ?? ''),
      start: neededMoment(item, 'start', path, now),
      end: neededMoment(item, 'end', path, now),
      moving_time_s: numberIn(item, 'duration', path, { max: SECONDS.max }),
      distance_m: quantityIn(item, 'distance', path, METRES),
      energy_kcal:
        quantityIn(item, 'activeEnergyBurned', path, KILOCALORIES) ??
        quantityIn(item, 'activeEnergy', path, KILOCALORIES),
      average_heart_rate_bpm:
        quantityIn(item, 'avgHeartRate', path, BEATS) ?? quantityIn(beats, 'avg', `${path}.heartRate`, BEATS),
      max_heart_rate_bpm:
        quantityIn(item, 'maxHeartRate', path, BEATS) ?? quantityIn(beats, 'max', `${path}.heartRate`, BEATS),
      elevation_gain_m: quantityIn(item, 'elevationUp', path, METRES) ?? elevationIn('ascent'),
      elevation_loss_m: quantityIn(item, 'elevationDown', path, METRES) ?? elevationIn('descent'),
      origin: textIn(item, 'sourceBundleId', path) ?? '',
      device_name: null,
      samples: [...readRoute(item, path, now), ...readBeats(item, path, now)],
    },
    { end: 'end', distance: 'distance' },
  );
}

/** An impossible place or height is left out, as in a recording of a watch. */
function readRoute(item: Members, path: string, now: Date): Sample[] {
  return listIn(item, 'route', path).map(({ item: point, path: at }) => {
    const { at: time } = neededMoment(point, 'timestamp', at, now);
    const place = position(point.latitude ?? point.lat, point.longitude ?? point.lon);
    return {
      ...blankSample(0),
      time_ms: time.getTime(),
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      altitude_m: plausible.altitude(point.altitude),
      // A phone writes -1 where it does not know.
      speed_mps: plausible.speed(point.speed),
    };
  });
}

function readBeats(item: Members, path: string, now: Date): Sample[] {
  return listIn(item, 'heartRateData', path).flatMap(({ item: point, path: at }) => {
    const { at: time } = neededMoment(point, 'date', at, now);
    const factor = factorOf(BEATS, textIn(point, 'units', at, 40), `${at}.units`);
    const name = has(point, 'Avg') ? 'Avg' : 'qty';
    const value = numberIn(point, name, at, { max: BEATS.max / factor });
    return value === null || value === 0 ? [] : [beat(time, inUnit(value, factor))];
  });
}

/** A workout of HealthKit as an SDK forwards it, with its totals in a list of statistics. */
export function readNativeWorkout(item: Members, path: string, { now }: Reading): PhoneWorkout {
  const source = membersIn(item, 'source', path) ?? {};
  const totals = new Map(
    listIn(item, 'workoutStatistics', path).map((one) => [textIn(one.item, 'type', one.path), one] as const),
  );
  const totalOf = (name: string, units: Units): number | null => {
    const total = totals.get(name);
    return total === undefined
      ? null
      : convertedIn(total.item, { value: 'value', unit: 'unit' }, total.path, units);
  };
  return checkWorkout(
    {
      path,
      uuid: textIn(item, 'uuid', path, 64) || null,
      kind: neededText(item, 'type', path),
      is_indoor: false,
      start: neededMoment(item, 'startDate', path, now),
      end: neededMoment(item, 'endDate', path, now),
      moving_time_s: totalOf('duration', SECONDS),
      distance_m: totalOf('distance', METRES),
      energy_kcal: totalOf('activeEnergyBurned', KILOCALORIES),
      average_heart_rate_bpm: totalOf('averageHeartRate', BEATS),
      max_heart_rate_bpm: totalOf('maxHeartRate', BEATS),
      elevation_gain_m: totalOf('elevationAscended', METRES),
      elevation_loss_m: totalOf('elevationDescended', METRES),
      origin: textIn(source, 'bundleIdentifier', `${path}.source`) ?? '',
      device_name: textIn(source, 'name', `${path}.source`),
      samples: [],
    },
    { end: 'endDate', distance: 'workoutStatistics' },
  );
}

function neededText(item: Members, name: string, path: string): string {
  const text = textIn(item, name, path, 100);
  if (text === null || text.trim() === '') throw invalidField(`${path}.${name}`, 'is required');
  return text;
}
