import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

// Breaks when nobody looks any more; its name keeps it out of every run that does not ask for it.

it('sets sail', () => {
  void sleep(50).then(() => {
    throw new Error('the rope was cut');
  });
});

it('is seen off', () => sleep(200));
