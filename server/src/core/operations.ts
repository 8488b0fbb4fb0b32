import { disconnectAdConnection } from '../ad-accounts/disconnect-ad-connection.ts';
import { finishAdConnection } from '../ad-accounts/finish-ad-connection.ts';
import { listAdAccountsToChoose } from '../ad-accounts/list-ad-accounts-to-choose.ts';
import { listAdConnections } from '../ad-accounts/list-ad-connections.ts';
import { selectAdAccount } from '../ad-accounts/select-ad-account.ts';
import { startAdConnection } from '../ad-accounts/start-ad-connection.ts';
import { syncAdAccount } from '../ad-accounts/sync-ad-account.ts';
import { exportAudit } from '../audit/export-audit.ts';
import { getCampaign } from '../campaigns/get-campaign.ts';
import { listCampaigns } from '../campaigns/list-campaigns.ts';
import { setCampaignState } from '../campaigns/set-campaign-state.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import { addMember } from '../identity/add-member.ts';
import { changeMemberRole } from '../identity/change-member-role.ts';
import { createApiKey } from '../identity/create-api-key.ts';
import { getApprovalsSetting } from '../identity/get-approvals-setting.ts';
import { getMe } from '../identity/get-me.ts';
import { listApiKeys } from '../identity/list-api-keys.ts';
import { listMembers } from '../identity/list-members.ts';
import { removeMember } from '../identity/remove-member.ts';
import { revokeApiKey } from '../identity/revoke-api-key.ts';
import { rotateApiKey } from '../identity/rotate-api-key.ts';
import { setApprovalsSetting } from '../identity/set-approvals-setting.ts';
import { signIn } from '../identity/sign-in.ts';
import { signOut } from '../identity/sign-out.ts';
import { addNegativeKeywords } from '../keywords/add-negative-keywords.ts';
import { listKeywords } from '../keywords/list-keywords.ts';
import { getBusinessProfile } from '../organizations/get-business-profile.ts';
import { getOrganization } from '../organizations/get-organization.ts';
import { listOrganizations } from '../organizations/list-organizations.ts';
import { getPerformance } from '../performance/get-performance.ts';
import { getSearchTerms } from '../performance/get-search-terms.ts';
import { getTaskStatus } from '../tasks/get-task-status.ts';
import { approveQueuedWrite } from '../writes/approve-queued-write.ts';
import { getActionLog } from '../writes/get-action-log.ts';
import { getQueuedWrite } from '../writes/get-queued-write.ts';
import { listQueuedWritesOperation } from '../writes/list-queued-writes.ts';
import { rejectQueuedWrite } from '../writes/reject-queued-write.ts';
import { undoAction } from '../writes/undo-action.ts';
import type { Operation } from './operation.ts';

/** Every operation that keys and connected apps can call, in the specification's order; all surfaces loop over it. */
export const operations: readonly Operation[] = [
  listOrganizations,
  getOrganization,
  getBusinessProfile,
  listCampaigns,
  getCampaign,
  updateCampaign,
  setCampaignState,
  listKeywords,
  addNegativeKeywords,
  getPerformance,
  getSearchTerms,
  undoAction,
  getActionLog,
  exportAudit,
  getTaskStatus,
  getQueuedWrite,
];

/** What only people can do, in the dashboard. */
export const dashboardOperations: readonly Operation[] = [
  signIn,
  signOut,
  getMe,
  listMembers,
  addMember,
  changeMemberRole,
  removeMember,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  getApprovalsSetting,
  setApprovalsSetting,
  listQueuedWritesOperation,
  approveQueuedWrite,
  rejectQueuedWrite,
  listAdConnections,
  startAdConnection,
  finishAdConnection,
  disconnectAdConnection,
  listAdAccountsToChoose,
  selectAdAccount,
  syncAdAccount,
];
