import { work } from '../../src/base/threads.ts';

/** What a job does with what it is given, without an end unless told otherwise. */
export type Greed = 'names' | 'lists' | 'doubling' | 'nested' | 'nothing';

const greedy: Readonly<Record<Greed, () => unknown>> = {
  names() {
    const forms = new Map<string, Map<string, number>>();
    for (let at = 0; ; at += 1) forms.set(`word ${at}`, new Map([[`Word ${at}`, 1]]));
  },
  lists() {
    const lists: number[][] = [];
    for (let at = 0; ; at += 1) lists.push([at, at + 1, at + 2]);
  },
  doubling() {
    let list = [1.5];
    for (;;) list = [...list, ...list];
  },
  nested() {
    let item: object = {};
    for (let depth = 0; depth < 6_000; depth += 1) item = { item };
    return item;
  },
  nothing: () => 'done',
};

work<Greed, unknown>((greed) => greedy[greed]());
