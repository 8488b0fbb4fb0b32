import { parseArgs } from 'node:util';
import { generateWorld } from './src/worlds/generate.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
console.log(JSON.stringify(generateWorld(Number(values.seed)), null, 2));
