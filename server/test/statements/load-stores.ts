import { parentPort, workerData } from 'node:worker_threads';
import { declaredStatements } from '../../src/base/database.ts';

/** A text as it was declared, and the calls that led there. */
export interface Heard {
  text: string;
  stack: string;
}

const heard: Heard[] = [];
declaredStatements.subscribe((text) => heard.push({ text: String(text), stack: new Error('declared').stack ?? '' }));
for (const url of workerData) await import(url);
parentPort?.postMessage(heard);
