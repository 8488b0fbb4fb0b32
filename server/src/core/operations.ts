import { exportAudit } from '../audit/export-audit.ts';
import { getBusinessProfile } from '../organizations/get-business-profile.ts';
import { getOrganization } from '../organizations/get-organization.ts';
import { listOrganizations } from '../organizations/list-organizations.ts';
import type { Operation } from './operation.ts';

/** Every operation, in the specification's order; all surfaces loop over this list. */
export const operations: readonly Operation[] = [listOrganizations, getOrganization, getBusinessProfile, exportAudit];
