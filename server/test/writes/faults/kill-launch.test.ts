import { describeKills } from './kill.ts';

describeKills(['launch'], { everywhere: true });
