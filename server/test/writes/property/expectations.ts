import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../harness/client.ts';
import { refused } from '../answers.ts';
import { bodyOf } from '../organization.ts';
import type { Answer, Call, Change, Organization, Queued } from './organization-model.ts';

/** Holds an answer to the model's, and gives the action its id. */
export function expectAnswer(model: Organization, call: Call, expected: Answer, answer: HttpAnswer): void {
  if (expected === 'held') {
    refused(answer, 'approval_required');
    return;
  }
  if (typeof expected === 'object' && 'refused' in expected) {
    refused(answer, expected.refused, expected.extra);
    return;
  }
  assert.equal(answer.status, 200, answer.text);
  const body = bodyOf(answer);
  if (expected === 'nothing') {
    assert.equal(body.action_id, null, answer.text);
    return;
  }
  if ('undone' in expected) {
    assert.equal(call.kind, 'undo');
    expectUndone(expected, body);
    return;
  }
  const action = model.actions[expected.action];
  assert.ok(action);
  assert.match(String(body.action_id), /^act_/, answer.text);
  action.id = String(body.action_id);
  expectDone(expected.done, body);
}

/** Holds what a person was told who decided on a change that waited. */
export function expectDecision(
  model: Organization,
  answer: HttpAnswer,
  { open, status, expected }: { open: boolean; status: Queued['status']; expected: Answer | 'too late' | undefined },
): void {
  if (!open) {
    refused(answer, 'already_applied');
    return;
  }
  if (status === 'pending') {
    refused(answer, 'write_quota_exceeded');
    return;
  }
  assert.equal(answer.status, 200, answer.text);
  const body = bodyOf(answer);
  assert.equal(body.status, status, answer.text);
  if (typeof expected !== 'object' || 'refused' in expected) return;
  const result = Object(body.result);
  if ('undone' in expected) expectUndone(expected, result);
  else {
    const action = model.actions[expected.action];
    assert.ok(action);
    action.id = String(result.action_id);
    expectDone(expected.done, result);
  }
}

function expectUndone(expected: { undone: string[]; skipped: number }, body: Record<string, unknown>): void {
  const { restored, skipped = [] } = body;
  assert.ok(Array.isArray(restored) && Array.isArray(skipped));
  assert.deepEqual([restored.length, skipped.length], [expected.undone.length, expected.skipped], JSON.stringify(body));
}

function expectDone(done: Change, body: Record<string, unknown>): void {
  if (done.op === 'update_campaign') assert.deepEqual(body.changed, done.changes);
  if (done.op === 'add_negative_keywords') assert.equal(body.added, done.negatives.length);
  if (done.op === 'recommendation') assert.deepEqual(body.action_ids, [body.action_id]);
  if (done.op === 'set_campaign_state') assert.equal(typeof body.task_tracking_id, 'number');
}
