import { describe } from 'node:test';

// Nothing of it runs on this machine; its name keeps it out of every run that does not ask for it.

describe('the ferry', { skip: 'there is no river here' }, () => {});
