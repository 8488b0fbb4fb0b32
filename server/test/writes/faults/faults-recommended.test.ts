import { failEach } from './platform-failures.ts';
import { RECOMMENDED_VICTIMS } from './recommended-victims.ts';

failEach('a platform that fails while a recommendation is applied', RECOMMENDED_VICTIMS);
