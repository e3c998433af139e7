import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfig, parseConfig } from '../config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.org/otlp/' };

test('without a collector nothing is traced, whatever else of OpenTelemetry is set', () => {
  const config = parseConfig({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hush-0123' });
  assert.equal(config.tracing, undefined);
  const shown = describeConfig(config);
  assert.equal(shown.OTEL_EXPORTER_OTLP_ENDPOINT, 'none: nothing is traced');
  assert.equal(shown.OTEL_SERVICE_NAME, undefined);
});

test('names and values are read as OpenTelemetry writes them, and headers are shown masked', () => {
  const config = parseConfig({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hush-0123%3D, x-tenant=a',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=club,deployment.environment.name=test%2C1',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  assert.partialDeepStrictEqual(config.tracing, {
    endpoint: 'https://collector.example.org/otlp',
    headers: { authorization: 'Bearer hush-0123=', 'x-tenant': 'a' },
    resource_attributes: { 'service.name': 'club', 'deployment.environment.name': 'test,1' },
    service_name: 'club',
    sampler: 'traceidratio',
    sampler_arg: 0.25,
  });
  const shown = describeConfig(config);
  assert.equal(shown.OTEL_EXPORTER_OTLP_HEADERS, '********');
  assert.equal(shown.OTEL_RESOURCE_ATTRIBUTES, 'service.name=club,deployment.environment.name=test%2C1');
  const named = parseConfig({
    ...ENDPOINT,
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=a',
    OTEL_SERVICE_NAME: 'b',
  });
  assert.equal(named.tracing?.service_name, 'b');
  assert.equal(parseConfig(ENDPOINT).tracing?.service_name, 'ekiden');
});

test('what cannot be meant stops the start with one line that quotes no secret', () => {
  const wrong: readonly [object, RegExp][] = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://u:hush@c.example.org' }, /must be an address alone/],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /^OTEL_EXPORTER_OTLP_PROTOCOL must be one of http\/protobuf\.$/,
    ],
    [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'hush' }, /^OTEL_EXPORTER_OTLP_HEADERS must be name=value/],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=hush%0d%0a' },
      /^OTEL_EXPORTER_OTLP_HEADERS must be name=value/,
    ],
    [
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=hush%' },
      /^OTEL_EXPORTER_OTLP_HEADERS must be name=value/,
    ],
    [
      { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'xray' },
      /^OTEL_TRACES_SAMPLER must be one of parentbased_always_on/,
    ],
    [
      { ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '1.5' },
      /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1\.$/,
    ],
  ];
  for (const [env, message] of wrong) {
    assert.throws(() => parseConfig({ ...env }), { message });
    assert.throws(
      () => parseConfig({ ...env }),
      ({ message: said }) => !/hush|\n/.test(said),
    );
  }
});
