import { ConfigError } from '../configuration/load-config';
import { loadTelemetrySettings } from './settings';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

it('is off without an endpoint, whatever else is set', () => {
  expect(loadTelemetrySettings({})).toBeUndefined();
  expect(loadTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeUndefined();
  expect(
    loadTelemetrySettings({ OTEL_TRACES_SAMPLER: 'xray', OTEL_TRACES_SAMPLER_ARG: 'x' }),
  ).toBeUndefined();
  expect(loadTelemetrySettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
});

it('appends paths to the common endpoint, and uses the one for traces verbatim', () => {
  expect(loadTelemetrySettings(endpoint)?.url).toBe('http://collector:4318/v1/traces');
  expect(loadTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' })?.url).toBe(
    'https://c.example/otlp/v1/traces',
  );
  expect(
    loadTelemetrySettings({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:1/x' })?.url,
  ).toBe('http://traces:1/x');
});

it('keeps every trace by default', () => {
  expect(loadTelemetrySettings(endpoint)).toMatchObject({ sampler: 'parentbased_traceidratio', ratio: 1 });
  expect(loadTelemetrySettings({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '0.25' })?.ratio).toBe(0.25);
});

it('names every issue', () => {
  const load = () =>
    loadTelemetrySettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_TRACES_SAMPLER: 'xray',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT: .*\nOTEL_TRACES_SAMPLER: .*\nOTEL_TRACES_SAMPLER_ARG: /);
});

it('refuses gRPC, unless traces have a protocol of their own', () => {
  const grpc = { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(() => loadTelemetrySettings(grpc)).toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL: must not be grpc/);
  expect(() => loadTelemetrySettings({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' })).toThrow(
    /OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: must not be grpc/,
  );
  for (const protocol of ['http/json', 'http/protobuf']) {
    expect(loadTelemetrySettings({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol })).toBeDefined();
    expect(loadTelemetrySettings({ ...grpc, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol })).toBeDefined();
  }
});
