import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Jobs } from '../jobs/index.ts';
import { createHttpMeter, type HttpMeter } from './http-metrics.ts';
import { watchJobs } from './job-metrics.ts';
import { createServiceMeters, type ServiceMeters } from './service-metrics.ts';

export type { HttpMeter } from './http-metrics.ts';

/** What a process counts of itself, in Prometheus' words. */
export type Metrics = ServiceMeters & {
  /** Of the HTTP server, which is there only where this process serves. */
  http(): HttpMeter;
  watchDatabase(db: Database): void;
  /** @param running the jobs that this process runs */
  watchJobs(jobs: Jobs, running: readonly string[]): void;
  /** @param read what a platform has said to this process of its limit; null where nothing that still holds */
  watchAllowance(
    platform: string,
    read: () => { readonly limit: number; readonly left: number } | null,
  ): void;
  /** All of it as text, read now. */
  scrape(): Promise<{ readonly content_type: string; readonly text: string }>;
};

/** Seconds of waiting for a connection. */
const WAIT_BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.5, 1.5, 10];
/** How often the lag of the event loop is looked at; prom-client's own 10 ms wake an idle process a hundred times a second. */
const LAG_EVERY_MS = 20;

/** Begins to count. What is not watched or counted through this has no series. */
export function createMetrics(about: { version: string; roles: readonly string[]; engine: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_EVERY_MS });
  watchEventLoop(registers);
  new Gauge({
    name: 'ekiden_build_info',
    help: 'Always 1: what runs here.',
    labelNames: ['version', 'node', 'engine', 'roles'],
    registers,
  }).set({ ...about, node: process.versions.node, roles: about.roles.join(',') }, 1);
  const allowances = new Map<string, Parameters<Metrics['watchAllowance']>[1]>();
  new Gauge({
    name: 'ekiden_platform_allowance_calls',
    help: 'What a platform last said of its limit to this process: how many calls it allows, and how many are left.',
    labelNames: ['platform', 'kind'],
    registers,
    collect() {
      this.reset();
      for (const [platform, read] of allowances) {
        const said = read();
        if (said === null) continue;
        this.set({ platform, kind: 'limit' }, said.limit);
        this.set({ platform, kind: 'left' }, said.left);
      }
    },
  });
  let http: HttpMeter | undefined;
  return {
    ...createServiceMeters(registers),
    http: () => (http ??= createHttpMeter(registers)),
    watchDatabase: (db) => watchPool(db, registers),
    watchJobs: (jobs, running) => watchJobs(jobs, running, registers),
    watchAllowance: (platform, read) => allowances.set(platform, read),
    scrape: async () => ({ content_type: registry.contentType, text: await registry.metrics() }),
  };
}

/** As a counter, whose rate is the utilization whoever scrapes, and how often. */
function watchEventLoop(registers: Registry[]): void {
  new Counter({
    name: 'ekiden_event_loop_active_seconds_total',
    help: 'How long the event loop was at work since the start: its rate is its utilization, from 0 to 1.',
    registers,
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
}

function watchPool(db: Database, registers: Registry[]): void {
  const waits = new Histogram({
    name: 'ekiden_db_pool_acquire_seconds',
    help: 'How long statements and transactions waited for a connection, refused ones too.',
    buckets: WAIT_BUCKETS_S,
    registers,
  });
  const read = db.watchPool((seconds) => waits.observe(seconds));
  new Gauge({
    name: 'ekiden_db_pool_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(read().waiting);
    },
  });
  new Gauge({
    name: 'ekiden_db_pool_connections',
    help: 'Connections to the database, by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      const state = read();
      this.set({ state: 'idle' }, state.idle);
      this.set({ state: 'active' }, state.active);
    },
  });
}
