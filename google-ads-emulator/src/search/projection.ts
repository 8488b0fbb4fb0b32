import { fieldPath } from '../gaql/matches.ts';
import type { Query } from '../gaql/parser.ts';
import type { JsonObject } from '../json.ts';
import { at, camelCase, setAt } from '../json.ts';

/** Keeps of a row what SELECT names, and the resource name of each resource it touches. */
export function projection(query: Query): (row: JsonObject) => JsonObject {
  const paths = query.select.map(fieldPath);
  const omitsNames = query.parameters.get('omit_unselected_resource_names') === 'true';
  const touched = new Set([camelCase(query.from), ...paths.map(([resource = '']) => resource)]);
  const named = omitsNames ? [] : [...touched].map((resource) => [resource, 'resourceName']);
  return (row) => {
    const projected: JsonObject = {};
    for (const path of [...named, ...paths]) {
      const value = at(row, ...path);
      if (value !== undefined) setAt(projected, path, value);
    }
    return projected;
  };
}
