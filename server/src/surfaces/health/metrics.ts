import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The figures of one process, and how a surface adds to them. */
export interface Metrics {
  registry: Registry;
  observe(operation: string, status: number, seconds: number): void;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const MOST_SAMPLES = 5_000;

/** Counts requests by operation and status, and measures how long they took. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'sluice_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
    collect: () => settle(),
  });
  const duration = new Histogram({
    name: 'sluice_request_seconds',
    help: 'Time from the arrival of a request to its answer.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers: [registry],
  });
  // Requests only leave a note; the registry's own bookkeeping is done when somebody looks, or now and then.
  let notes: [operation: string, status: number, seconds: number][] = [];
  const settle = () => {
    for (const [operation, status, seconds] of notes) {
      requests.inc({ operation, status });
      duration.observe({ operation }, seconds);
    }
    notes = [];
  };
  return {
    registry,
    observe(operation, status, seconds) {
      notes.push([operation, status, seconds]);
      if (notes.length >= MOST_SAMPLES) settle();
    },
  };
}
