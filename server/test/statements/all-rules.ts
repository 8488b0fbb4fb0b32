import type { Rule } from './rule.ts';
import { boundToOrganization } from './rules/bound-to-organization.ts';
import { localTablesApart } from './rules/local-tables-apart.ts';
import { locksInOneOrganization } from './rules/locks-in-one-organization.ts';
import { namedColumns } from './rules/named-columns.ts';
import { noNullInJoins } from './rules/no-null-in-joins.ts';
import { noQueryInValues } from './rules/no-query-in-values.ts';
import { noSubscripts } from './rules/no-subscripts.ts';
import { oneCommand } from './rules/one-command.ts';
import { organizationStays } from './rules/organization-stays.ts';
import { typedParameters } from './rules/typed-parameters.ts';

/** Every form that is refused; each tells what to write instead. */
export const RULES = {
  oneCommand,
  boundToOrganization,
  locksInOneOrganization,
  organizationStays,
  localTablesApart,
  typedParameters,
  noQueryInValues,
  noNullInJoins,
  namedColumns,
  noSubscripts,
} satisfies Record<string, Rule>;
