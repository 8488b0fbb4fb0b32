import { statement } from '../../base/database.ts';

/** Answers only on a migrated database. */
export const databaseAnswers = statement<[], { value: number }>('select value from auth_epoch');
