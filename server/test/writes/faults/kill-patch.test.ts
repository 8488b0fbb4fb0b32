import { describeKills } from './kill.ts';

describeKills(['PATCH', 'PATCH of a draft'], { everywhere: true });
