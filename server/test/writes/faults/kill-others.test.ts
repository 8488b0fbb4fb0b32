import { describeKills } from './kill.ts';

describeKills(['negative keywords', 'pause', 'undo of an edit', 'undo of negative keywords', 'undo of a launch'], {
  everywhere: false,
});
