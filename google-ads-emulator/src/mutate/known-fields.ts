import { isKnownPath } from '../gaql/catalog.ts';
import { MalformedBody } from '../google-error.ts';
import { isObject, type Json, snakeCase } from '../json.ts';

/** Refuses names that no field has, as Google's JSON reader does; a misspelt field is never ignored. */
export function checkKnownFields(operations: readonly Json[]): void {
  operations.forEach((operation, index) => {
    if (!isObject(operation)) return;
    for (const [key, body] of Object.entries(operation)) {
      const place = `mutate_operations[${index}]`;
      const resource = snakeCase(key.replace(/Operation$/, ''));
      const path = resource === 'ad' ? 'ad_group_ad.ad' : resource;
      if (!key.endsWith('Operation') || !isKnownPath(path)) refuseName(key, place);
      if (isObject(body)) checkOperation(body, path, `${place}.${snakeCase(key)}`);
    }
  });
}

function checkOperation(body: { [key: string]: Json }, path: string, place: string): void {
  for (const [key, value] of Object.entries(body)) {
    if (!PARTS.includes(key)) refuseName(key, place);
    if (key === 'create' || key === 'update') checkFields(value, path, `${place}.${key}`);
  }
}

function checkFields(value: Json, path: string, place: string): void {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const below = `${path}.${snakeCase(key)}`;
    if (!isKnownPath(below)) refuseName(key, place);
    checkFields(inner, below, `${place}.${snakeCase(key)}`);
  }
}

function refuseName(name: string, place: string): never {
  throw new MalformedBody(
    place,
    `Invalid JSON payload received. Unknown name "${name}" at '${place}': Cannot find field.`,
  );
}

const PARTS = ['create', 'update', 'remove', 'updateMask', 'policyValidationParameter', 'exemptPolicyViolationKeys'];
