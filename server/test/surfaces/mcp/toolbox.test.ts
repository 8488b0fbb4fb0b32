import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '../../../catalogue.ts';
import type { Caller } from '../../../src/base/caller.ts';
import { isScope, SCOPES, type Scope } from '../../../src/base/scopes.ts';
import { Toolbox } from '../../../src/surfaces/mcp/toolbox.ts';

const KEPT = 50;
const scopes = Object.keys(SCOPES).filter(isScope);

type Granted = Pick<Caller, 'granted'>;

/** Callers of whom no two have the same scopes. */
function callers(many: number): Granted[] {
  return Array.from({ length: many }, (_, i) => callerWith(scopes.filter((_scope, bit) => ((i + 1) >> bit) & 1)));
}

function callerWith(granted: readonly Scope[]): Granted {
  return { granted: new Set(granted) };
}

describe('lists of tools', () => {
  test('are written once for all who may do the same', () => {
    const toolbox = new Toolbox(operations);
    const [one, other] = [callerWith(scopes), callerWith(scopes.toReversed())];
    assert.equal(toolbox.listFor(one), toolbox.listFor(other));
    assert.equal(toolbox.listFor(one), toolbox.listFor(one));
  });

  test('are kept for fifty sets of scopes, and that used longest ago is let go, though its caller is remembered', () => {
    const toolbox = new Toolbox(operations);
    const [used, longAgo, ...others] = callers(KEPT + 1);
    assert.ok(used && longAgo);
    const [itsList, letGo] = [toolbox.listFor(used), toolbox.listFor(longAgo)];
    for (const other of others) {
      toolbox.listFor(other);
      assert.equal(toolbox.listFor(used), itsList);
    }
    const again = toolbox.listFor(longAgo);
    assert.notEqual(again, letGo);
    assert.deepEqual(again, letGo);
    assert.equal(toolbox.listFor(used), itsList);
  });
});
