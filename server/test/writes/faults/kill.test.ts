import { killEach } from './kills.ts';
import { VICTIMS } from './victims.ts';

killEach('a process that is killed in the middle of a write', VICTIMS);
