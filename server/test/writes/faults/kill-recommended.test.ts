import { killEach } from './kills.ts';
import { RECOMMENDED_VICTIMS } from './recommended-victims.ts';

killEach('a process that is killed while it applies a recommendation', RECOMMENDED_VICTIMS);
