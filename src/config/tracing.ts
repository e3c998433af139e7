import { publicUrl } from './addresses.ts';
import { allOrNone, REQUIRED, setting } from './setting.ts';
import { oneOf, type SettingType, secret, text, wholeNumber } from './setting-types.ts';

type Pairs = Readonly<Record<string, string>>;

/** As OpenTelemetry writes lists of names and values in one variable. */
function readPairs(text: string, fits: (value: string) => boolean): Pairs | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*)$/.exec(entry)?.slice(1));
  try {
    const pairs = entries.map(([name = '', value = ''] = []) => [name, decodeURIComponent(value)] as const);
    return pairs.every(([name, value]) => name !== '' && fits(value)) ? Object.fromEntries(pairs) : undefined;
  } catch {
    return undefined;
  }
}

function pairs(fits: (value: string) => boolean): SettingType<Pairs> {
  return {
    accepts: 'name=value, more of them after commas, special characters of values percent-encoded',
    read: (text) => readPairs(text, fits),
    show: (value) =>
      Object.entries(value)
        .map(([name, one]) => `${name}=${encodeURIComponent(one)}`)
        .join(',') || 'none',
  };
}

const isHeaderValue = (value: string): boolean => /^[\x20-\x7e]*$/.test(value);

const share: SettingType<number> = {
  accepts: 'a number from 0 to 1',
  read: (text) => (/^(?:0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
  show: String,
};

/** By the names that OpenTelemetry gives them, so that what is set for other programs holds here. */
export const TRACING = allOrNone('none: nothing is traced', {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    publicUrl,
    REQUIRED,
    'the OpenTelemetry collector that traces are sent to, by OTLP over HTTP, such as `http://127.0.0.1:4318`: [Operations](operations.md#traces)',
  ),
  protocol: setting('OTEL_EXPORTER_OTLP_PROTOCOL', oneOf(['http/protobuf']), 'http/protobuf', 'the only one'),
  headers: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    secret(pairs(isHeaderValue)),
    '',
    'what the collector wants to see with each request, such as `authorization=Bearer%20…`',
  ),
  timeout_ms: setting(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    wholeNumber(1, 60_000),
    '3000',
    'milliseconds that one sending may take, with all that is tried again; the last one holds up the end of the process',
  ),
  resource_attributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    pairs(() => true),
    '',
    'what all traces say of this process, such as `deployment.environment.name=production`',
  ),
  service_name: setting(
    'OTEL_SERVICE_NAME',
    text,
    {
      says: '`service.name` of `OTEL_RESOURCE_ATTRIBUTES`, else `ekiden`',
      from: ({ OTEL_RESOURCE_ATTRIBUTES = '' }) =>
        readPairs(OTEL_RESOURCE_ATTRIBUTES, () => true)?.['service.name'] ?? 'ekiden',
    },
    'what traces call this server',
  ),
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf([
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ]),
    'parentbased_always_on',
    'which traces are recorded; `parentbased_` does as a proxy says that has begun one',
  ),
  sampler_arg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    '1',
    'of `traceidratio`: which part of all traces is recorded',
  ),
});
