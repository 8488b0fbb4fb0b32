import { statement } from '../base/database.ts';

/** Makes the partition of one stretch of time; tells whether it was missing. */
export const makePartition = statement<[table: string, from: string, to: string], { made: boolean }>(
  'select make_audit_partition($1, $2, $3) as made',
);

/** Drops the partitions of a stretch each that end by then; tells how many. */
export const dropPartitions = statement<[table: string, stretch: string, before: string], { dropped: number }>(
  'select drop_audit_partitions($1, $2::interval, $3) as dropped',
);
