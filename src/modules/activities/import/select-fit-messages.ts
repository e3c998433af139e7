import { GrowingBytes } from './growing-bytes.ts';
import { limitSamples } from './limit-samples.ts';

/**
 * Copies the messages and fields that the importer reads into a new FIT stream for Garmin's decoder. The file itself is
 * not decoded because: - the decoder fails at compressed timestamps (older watches) and at messages with a field beside
 * its packed form (Forerunner 255), losing later records; - a broken byte ends decoding without telling what was sound; -
 * a small hostile file could make it build tens of millions of objects; - leaving out most of a file (satellites,
 * batteries, heartbeat intervals) is faster.
 */
export type FitSelection = {
  /** Messages without a file header: the decoder's `dataOnly` form. */
  data: ArrayBuffer;
  /** Whether packed fields must be expanded by the decoder (slower). */
  hasPackedFields: boolean;
  /** The offset where the file breaks off or becomes invalid; null when it is whole. */
  damagedAt: number | null;
};

/** Message and field numbers of Garmin's FIT profile. */
const WANTED: ReadonlyMap<number, ReadonlySet<number>> = new Map(
  Object.entries({
    // file_id: type, manufacturer, product, time_created, product_name
    0: [0, 1, 2, 4, 8],
    // sport: sport, sub_sport
    12: [0, 1],
    // session: start, sport, times, distance, calories, speed, heart rate, cadence, power, climb, laps
    18: [2, 5, 6, 7, 8, 9, 11, 14, 15, 16, 17, 18, 20, 22, 23, 25, 26, 92, 124, 125, 253, 254],
    // lap: the same
    19: [2, 7, 8, 9, 11, 13, 14, 15, 16, 17, 19, 21, 22, 80, 110, 111, 253, 254],
    // record: position, altitude, heart rate, cadence, distance, speed, power, packed speed and distance, temperature
    20: [0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 53, 73, 78, 253],
    // event: event, event_type
    21: [0, 1, 253],
    // device_info: index, manufacturer, product, product_name
    23: [0, 2, 4, 27],
    // activity: local_timestamp
    34: [5, 253],
    // hr: heart rate recorded by a strap under water
    132: [0, 6, 9, 10, 253],
  }).map(([message, fields]) => [Number(message), new Set(fields)]),
);

const FILE_ID = 0;
const RECORD = 20;
const DEVICE_INFO = 23;
const HR = 132;
const TIMESTAMP = 253;

/** The most heart strap messages of eight beats each: 28 hours. The decoder spreads every beat over quarter seconds, so more could fill the memory. */
const MAX_HR_MESSAGES = 20_000;
const MAX_HR_FIELD_BYTES = 32;
const PRODUCT_NAME: ReadonlyMap<number, number> = new Map([
  [FILE_ID, 8],
  [DEVICE_INFO, 27],
]);

/** Bytes of one value by base type; strings are 1. 64-bit types are left out: no field read here has them. */
const BASE_TYPE_BYTES: readonly number[] = [1, 1, 1, 2, 2, 4, 4, 1, 4, 8, 1, 2, 4, 1];
const UINT32 = 0x86;
const BASE_TYPE_STRING = 7;

type Definition = {
  message: number;
  size: number;
  littleEndian: boolean;
  /** Offset and length of each kept field; empty for a message that is not wanted. */
  kept: readonly { readonly from: number; readonly size: number }[];
  addsTimestamp: boolean;
  timestampFrom: number | null;
};

/**
 * @param bytes a file whose header says `.FIT`; several chained ones are read as one
 * @throws AppError 400 when it holds more messages than a recording can
 */
export function selectFitMessages(bytes: Uint8Array): FitSelection {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new GrowingBytes(bytes.length);
  const state: Selecting = {
    view,
    bytes,
    out,
    messages: 0,
    hrMessages: 0,
    hasPackedFields: false,
    lastTimestamp: null,
  };
  let at = 0;
  let damagedAt: number | null = null;
  while (at < bytes.length && damagedAt === null) {
    const headerBytes = view.getUint8(at);
    if (headerBytes < 12 || at + headerBytes > bytes.length || view.getUint32(at + 8, true) !== 0x5449462e) {
      damagedAt = at;
      break;
    }
    const stated = view.getUint32(at + 4, true);
    // A device that lost power leaves the size at 0: what follows is still readable.
    const end = stated === 0 ? bytes.length : at + headerBytes + stated;
    damagedAt = selectFile(state, at + headerBytes, Math.min(end, bytes.length));
    // Two bytes of checksum follow; a file that lacks only them is whole.
    if (damagedAt === null && (stated === 0 || end > bytes.length)) damagedAt = bytes.length;
    at = end + 2;
  }
  return { data: out.finish(), hasPackedFields: state.hasPackedFields, damagedAt };
}

type Selecting = {
  view: DataView;
  bytes: Uint8Array;
  out: GrowingBytes;
  messages: number;
  hrMessages: number;
  hasPackedFields: boolean;
  lastTimestamp: number | null;
};

/** Copies one file's messages; returns where they become invalid, or null. */
function selectFile(state: Selecting, from: number, end: number): number | null {
  const definitions: (Definition | undefined)[] = [];
  let at = from;
  while (at < end) {
    const header = state.view.getUint8(at);
    const isCompressed = (header & 0x80) !== 0;
    if (!isCompressed && (header & 0x40) !== 0) {
      const next = selectDefinition(state, definitions, at, end);
      if (next === null) return at;
      at = next;
      continue;
    }
    const local = isCompressed ? (header >> 5) & 0x03 : header & 0x0f;
    const definition = definitions[local];
    if (definition === undefined || at + 1 + definition.size > end) return at;
    copyMessage(state, definition, local, at, isCompressed ? header & 0x1f : null);
    at += 1 + definition.size;
  }
  return null;
}

/** Reads a definition, writes its shortened copy, and returns where the next message starts; null when broken. */
function selectDefinition(
  state: Selecting,
  definitions: (Definition | undefined)[],
  at: number,
  end: number,
): number | null {
  const { view, out } = state;
  if (at + 6 > end) return null;
  const header = view.getUint8(at);
  const architecture = view.getUint8(at + 2);
  if (architecture > 1) return null;
  const littleEndian = architecture === 0;
  const message = view.getUint16(at + 3, littleEndian);
  const fieldCount = view.getUint8(at + 5);
  const fieldsEnd = at + 6 + fieldCount * 3;
  const hasDeveloperFields = (header & 0x20) !== 0;
  if (fieldsEnd + (hasDeveloperFields ? 1 : 0) > end) return null;

  const { kept, fields, size, timestampFrom } = keepFields(view, at + 6, fieldCount, message);
  let total = size;
  let next = fieldsEnd;
  if (hasDeveloperFields) {
    const developerFields = view.getUint8(fieldsEnd);
    next = fieldsEnd + 1 + developerFields * 3;
    if (next > end) return null;
    for (let field = 0; field < developerFields; field += 1)
      total += view.getUint8(fieldsEnd + 2 + field * 3);
  }
  const addsTimestamp =
    kept.length > 0 && timestampFrom === null && WANTED.get(message)?.has(TIMESTAMP) === true;
  definitions[header & 0x0f] = { message, size: total, littleEndian, kept, addsTimestamp, timestampFrom };
  if (kept.length > 0) {
    countMessage(state);
    const copied = addsTimestamp ? [...fields, TIMESTAMP, 4, UINT32] : fields;
    const idBytes = [view.getUint8(at + 3), view.getUint8(at + 4)];
    out.write([0x40 | (header & 0x0f), 0, architecture, ...idBytes, copied.length / 3, ...copied]);
    state.hasPackedFields ||= message === HR || (message === RECORD && hasField(fields, 8));
  }
  return next;
}

function keepFields(
  view: DataView,
  from: number,
  count: number,
  message: number,
): { kept: { from: number; size: number }[]; fields: number[]; size: number; timestampFrom: number | null } {
  const wanted = WANTED.get(message);
  const kept: { from: number; size: number }[] = [];
  const fields: number[] = [];
  let size = 0;
  let timestampFrom: number | null = null;
  const numbers = new Set<number>();
  for (let index = 0; index < count; index += 1) numbers.add(view.getUint8(from + index * 3));
  for (let index = 0; index < count; index += 1) {
    const field = view.getUint8(from + index * 3);
    const bytes = view.getUint8(from + index * 3 + 1);
    const type = view.getUint8(from + index * 3 + 2);
    const isSound = isReadable(message, field, bytes, type) && !hasField(fields, field);
    if (wanted?.has(field) === true && isSound && !isPackedTwin(message, field, numbers)) {
      kept.push({ from: size, size: bytes });
      fields.push(field, bytes, type);
      if (field === TIMESTAMP && bytes === 4) timestampFrom = size;
    }
    size += bytes;
  }
  return { kept, fields, size, timestampFrom };
}

function hasField(fields: readonly number[], field: number): boolean {
  for (let index = 0; index < fields.length; index += 3) if (fields[index] === field) return true;
  return false;
}

/** Only text fields hold text and values are whole; other fields of a broken definition are skipped. */
function isReadable(message: number, field: number, bytes: number, type: number): boolean {
  const base = type & 0x1f;
  const valueBytes = BASE_TYPE_BYTES[base];
  if (valueBytes === undefined || bytes === 0 || bytes % valueBytes !== 0) return false;
  if (message === HR && bytes > MAX_HR_FIELD_BYTES) return false;
  return (base === BASE_TYPE_STRING) === (PRODUCT_NAME.get(message) === field);
}

/** The packed form of a field that is also present: the decoder throws on the pair. */
function isPackedTwin(message: number, field: number, numbers: ReadonlySet<number>): boolean {
  return (
    (message === RECORD && field === 8 && numbers.has(5)) ||
    (message === HR && field === 10 && numbers.has(9))
  );
}

function copyMessage(
  state: Selecting,
  definition: Definition,
  local: number,
  at: number,
  timeOffset: number | null,
): void {
  const { view, out } = state;
  const body = at + 1;
  if (definition.timestampFrom !== null) {
    const timestamp = view.getUint32(body + definition.timestampFrom, definition.littleEndian);
    if (timestamp !== 0xffffffff) state.lastTimestamp = timestamp;
  } else if (timeOffset !== null && state.lastTimestamp !== null) {
    // Five bits of the time; they wrap every 32 seconds.
    state.lastTimestamp += (timeOffset - (state.lastTimestamp & 0x1f)) & 0x1f;
  }
  if (definition.kept.length === 0) return;
  if (definition.message === HR) {
    state.hrMessages += 1;
    if (state.hrMessages > MAX_HR_MESSAGES) return;
  }
  countMessage(state);
  out.reserve(definition.size + 5);
  out.byte(local);
  for (const { from, size } of definition.kept) out.copy(state.bytes, body + from, size);
  if (definition.addsTimestamp) {
    const timestamp = timeOffset === null ? 0xffffffff : (state.lastTimestamp ?? 0xffffffff);
    out.uint32(timestamp, definition.littleEndian);
  }
}

function countMessage(state: Selecting): void {
  state.messages += 1;
  limitSamples(state.messages);
}
