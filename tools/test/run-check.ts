import { spawn } from 'node:child_process';
import { OUTPUT_KEPT, type Outcome, reportEnd } from './outcome.ts';

/** Runs a script of package.json; it counts as one test. */
export async function runCheck(root: string, script: string): Promise<Outcome> {
  const began = performance.now();
  const { code, output } = await npmRun(root, script);
  const what = `npm run ${script}`;
  const good = code === 0;
  const outcome = { what, passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, failures: good ? [] : [output] };
  reportEnd(outcome, performance.now() - began, output);
  return outcome;
}

function npmRun(root: string, script: string): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text: Buffer) => {
      output = (output + text).slice(-OUTPUT_KEPT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code) => done({ code, output }));
  });
}
