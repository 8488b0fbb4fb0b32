import { readFileSync } from 'node:fs';

/** Several files run in one process where none of them minds: loading the service costs as much as many a file's tests. */
const MOST_TOGETHER = 8;

/** Hooks and work of a file as a whole would be those of all others too; and who measures or turns the process wants its own. */
const MINDS =
  /^(?:before|after|beforeEach|afterEach)\(|^(?:const .* = )?await |monitorEventLoopDelay|memoryUsage|cpuUsage|processorMs|mock\.(?:timers|module)|declaredStatements|process\.(?:env|on|exit|chdir)\b/m;

/** A file whose tests stand elsewhere could not be told from its neighbours. */
const TESTS = /\b(?:test|it)\(/;

/** Tests whose harness measures: how long the loop stands still, what a crowd costs, how much fits into a second. */
const MEASURES = /^server\/test\/(?:surfaces\/rest|events|statements|engine|base)\/|large|flood|throughput|fair|every-/;

/** Puts test files of the server into groups, each for one process; the order stays. */
export function groupsOf(root: string, files: readonly string[]): string[][] {
  const groups: string[][] = [];
  let open: string[] = [];
  for (const file of files) {
    if (!sharesProcess(root, file)) {
      groups.push([file]);
      continue;
    }
    if (open.length === 0 || open.length === MOST_TOGETHER || partOf(open[0] ?? '') !== partOf(file)) {
      open = [];
      groups.push(open);
    }
    open.push(file);
  }
  return groups;
}

function sharesProcess(root: string, file: string): boolean {
  if (!file.startsWith('server/test/') || MEASURES.test(file)) return false;
  const text = readFileSync(`${root}/${file}`, 'utf8');
  return TESTS.test(text) && !MINDS.test(text);
}

/** Neighbours load the same modules, and what fails is easier to find among them. */
function partOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
}
