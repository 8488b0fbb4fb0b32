import type { getSignInHints } from '../../server/demo/get-sign-in-hints.ts';
import type { disconnectAdConnection } from '../../server/src/ad-accounts/connect/disconnect-ad-connection.ts';
import type { endAdLoginUse } from '../../server/src/ad-accounts/connect/end-ad-login-use.ts';
import type { listAdAccountsToChoose } from '../../server/src/ad-accounts/connect/list-ad-accounts-to-choose.ts';
import type { listAdConnections } from '../../server/src/ad-accounts/connect/list-ad-connections.ts';
import type { listAdLoginUses } from '../../server/src/ad-accounts/connect/list-ad-login-uses.ts';
import type { releaseAdAccount } from '../../server/src/ad-accounts/connect/release-ad-account.ts';
import type { selectAdAccount } from '../../server/src/ad-accounts/connect/select-ad-account.ts';
import type { startAdConnection } from '../../server/src/ad-accounts/connect/start-ad-connection.ts';
import type { syncAdAccount } from '../../server/src/ad-accounts/sync/sync-ad-account.ts';
import type { createAd } from '../../server/src/ads/create-ad.ts';
import type { findLocations } from '../../server/src/ads/find-locations.ts';
import type { getCampaignParts } from '../../server/src/ads/get-campaign-parts.ts';
import type { removeAd } from '../../server/src/ads/remove-ad.ts';
import type { setAdKeywords } from '../../server/src/ads/set-ad-keywords.ts';
import type { setCallouts } from '../../server/src/ads/set-callouts.ts';
import type { setLocations } from '../../server/src/ads/set-locations.ts';
import type { setSitelinks } from '../../server/src/ads/set-sitelinks.ts';
import type { updateAd } from '../../server/src/ads/update-ad.ts';
import type { exportAudit } from '../../server/src/audit/export-audit.ts';
import type { listAuditEvents } from '../../server/src/audit/list-audit-events.ts';
import type { createCampaign } from '../../server/src/campaigns/create/create-campaign.ts';
import type { updateCampaign } from '../../server/src/campaigns/edit/update-campaign.ts';
import type { getCampaign } from '../../server/src/campaigns/get-campaign.ts';
import type { listBudgetLimits } from '../../server/src/campaigns/list-budget-limits.ts';
import type { listCampaignNames } from '../../server/src/campaigns/list-campaign-names.ts';
import type { listCampaigns } from '../../server/src/campaigns/list-campaigns.ts';
import type { setCampaignState } from '../../server/src/campaigns/state/set-campaign-state.ts';
import type { runDetector } from '../../server/src/detection/run-detector.ts';
import type { addNegativeKeywords } from '../../server/src/exclusions/add-negative-keywords.ts';
import type { reviewSearchTerms } from '../../server/src/exclusions/review-search-terms.ts';
import type { askPasswordReset } from '../../server/src/identity/account/ask-password-reset.ts';
import type { beginSecondFactor } from '../../server/src/identity/account/begin-second-factor.ts';
import type { changePassword } from '../../server/src/identity/account/change-password.ts';
import type { choosePassword } from '../../server/src/identity/account/choose-password.ts';
import type { confirmSecondFactor } from '../../server/src/identity/account/confirm-second-factor.ts';
import type { endOtherSessions } from '../../server/src/identity/account/end-other-sessions.ts';
import type { endSession } from '../../server/src/identity/account/end-session.ts';
import type { getSecondFactor } from '../../server/src/identity/account/get-second-factor.ts';
import type { joinOrganization } from '../../server/src/identity/account/join-organization.ts';
import type { listSessions } from '../../server/src/identity/account/list-sessions.ts';
import type { makeRecoveryCodes } from '../../server/src/identity/account/make-recovery-codes.ts';
import type { turnOffSecondFactor } from '../../server/src/identity/account/turn-off-second-factor.ts';
import type { acceptInvitation } from '../../server/src/identity/invitations/accept-invitation.ts';
import type { declineInvitation } from '../../server/src/identity/invitations/decline-invitation.ts';
import type { listInvitations } from '../../server/src/identity/invitations/list-invitations.ts';
import type { listMyInvitations } from '../../server/src/identity/invitations/list-my-invitations.ts';
import type { revokeInvitation } from '../../server/src/identity/invitations/revoke-invitation.ts';
import type { createApiKey } from '../../server/src/identity/keys/create-api-key.ts';
import type { listApiKeys } from '../../server/src/identity/keys/list-api-keys.ts';
import type { revokeApiKey } from '../../server/src/identity/keys/revoke-api-key.ts';
import type { rotateApiKey } from '../../server/src/identity/keys/rotate-api-key.ts';
import type { addMember } from '../../server/src/identity/members/add-member.ts';
import type { changeMemberRole } from '../../server/src/identity/members/change-member-role.ts';
import type { listMembers } from '../../server/src/identity/members/list-members.ts';
import type { removeMember } from '../../server/src/identity/members/remove-member.ts';
import type { approveConnectRequest } from '../../server/src/identity/oauth/approve-connect-request.ts';
import type { denyConnectRequest } from '../../server/src/identity/oauth/deny-connect-request.ts';
import type { getConnectRequest } from '../../server/src/identity/oauth/get-connect-request.ts';
import type { listConnectedApps } from '../../server/src/identity/oauth/list-connected-apps.ts';
import type { revokeConnectedApp } from '../../server/src/identity/oauth/revoke-connected-app.ts';
import type { finishSignIn } from '../../server/src/identity/sign-in/finish-sign-in.ts';
import type { getMe } from '../../server/src/identity/sign-in/get-me.ts';
import type { signIn } from '../../server/src/identity/sign-in/sign-in.ts';
import type { signOut } from '../../server/src/identity/sign-in/sign-out.ts';
import type { listKeywords } from '../../server/src/keywords/list-keywords.ts';
import type { getApprovalsSetting } from '../../server/src/organizations/get-approvals-setting.ts';
import type { getBusinessProfile } from '../../server/src/organizations/get-business-profile.ts';
import type { getOrganization } from '../../server/src/organizations/get-organization.ts';
import type { listLimitChanges } from '../../server/src/organizations/list-limit-changes.ts';
import type { listOrganizations } from '../../server/src/organizations/list-organizations.ts';
import type { renameOrganization } from '../../server/src/organizations/rename-organization.ts';
import type { setApprovalsSetting } from '../../server/src/organizations/set-approvals-setting.ts';
import type { setSpendingLimits } from '../../server/src/organizations/set-spending-limits.ts';
import type { getOverview } from '../../server/src/overview/get-overview.ts';
import type { getLastCompleteDay } from '../../server/src/performance/get-last-complete-day.ts';
import type { getPerformance } from '../../server/src/performance/get-performance.ts';
import type { getPerformanceTable } from '../../server/src/performance/get-performance-table.ts';
import type { listCampaignFigures } from '../../server/src/performance/list-campaign-figures.ts';
import type { applyRecommendation } from '../../server/src/recommendations/apply/apply-recommendation.ts';
import type { dismissRecommendation } from '../../server/src/recommendations/dismiss-recommendation.ts';
import type { listOptimizations } from '../../server/src/recommendations/list-optimizations.ts';
import type { listRecommendations } from '../../server/src/recommendations/list-recommendations.ts';
import type { restoreRecommendation } from '../../server/src/recommendations/restore-recommendation.ts';
import type { generateReport } from '../../server/src/reports/generate-report.ts';
import type { getReport } from '../../server/src/reports/get-report.ts';
import type { listAllReports } from '../../server/src/reports/list-all-reports.ts';
import type { listReports } from '../../server/src/reports/list-reports.ts';
import type { makeReport } from '../../server/src/reports/make-report.ts';
import type { getSearchTerms } from '../../server/src/search-terms/get-search-terms.ts';
import type { generateStrategy } from '../../server/src/strategies/generate-strategy.ts';
import type { getStrategy } from '../../server/src/strategies/get-strategy.ts';
import type { listStrategies } from '../../server/src/strategies/list-strategies.ts';
import type { getNewestTask } from '../../server/src/tasks/get-newest-task.ts';
import type { getTaskStatus } from '../../server/src/tasks/get-task-status.ts';
import type { startWebsiteAnalysis } from '../../server/src/websites/start-website-analysis.ts';
import type { updateBusinessProfile } from '../../server/src/websites/update-business-profile.ts';
import type { getActionLog } from '../../server/src/writes/actions/get-action-log.ts';
import type { previewUndo } from '../../server/src/writes/actions/preview-undo.ts';
import type { undoAction } from '../../server/src/writes/actions/undo-action.ts';
import type { approveQueuedWrite } from '../../server/src/writes/approvals/approve-queued-write.ts';
import type { getQueuedWrite } from '../../server/src/writes/approvals/get-queued-write.ts';
import type { listQueuedWritesOperation } from '../../server/src/writes/approvals/list-queued-writes.ts';
import type { previewQueuedWrite } from '../../server/src/writes/approvals/preview-queued-write.ts';
import type { rejectQueuedWrite } from '../../server/src/writes/approvals/reject-queued-write.ts';
import { type Endpoint, endpoint, inOrganization } from './call.ts';

/** Every operation the dashboard calls, with its address; a test holds the addresses to the server's. */
export const api = {
  signIn: endpoint<typeof signIn>('POST /sign-in'),
  finishSignIn: endpoint<typeof finishSignIn>('POST /sign-in/second-factor'),
  signOut: endpoint<typeof signOut>('POST /sign-out'),
  askPasswordReset: endpoint<typeof askPasswordReset>('POST /password-resets'),
  choosePassword: endpoint<typeof choosePassword>('POST /password-resets/complete'),
  joinOrganization: endpoint<typeof joinOrganization>('POST /invitations/join'),
  changePassword: endpoint<typeof changePassword>('POST /password'),
  getSecondFactor: endpoint<typeof getSecondFactor>('GET /second-factor'),
  beginSecondFactor: endpoint<typeof beginSecondFactor>('POST /second-factor/begin'),
  confirmSecondFactor: endpoint<typeof confirmSecondFactor>('POST /second-factor/confirm'),
  turnOffSecondFactor: endpoint<typeof turnOffSecondFactor>('POST /second-factor/turn-off'),
  makeRecoveryCodes: endpoint<typeof makeRecoveryCodes>('POST /second-factor/recovery-codes'),
  listSessions: endpoint<typeof listSessions>('GET /sessions'),
  endSession: endpoint<typeof endSession>('DELETE /sessions/{session_id}'),
  endOtherSessions: endpoint<typeof endOtherSessions>('POST /sessions/end-others'),
  getMe: endpoint<typeof getMe>('GET /me'),
  listMyInvitations: endpoint<typeof listMyInvitations>('GET /invitations'),
  acceptInvitation: endpoint<typeof acceptInvitation>('POST /invitations/{invitation_id}/accept'),
  declineInvitation: endpoint<typeof declineInvitation>('POST /invitations/{invitation_id}/decline'),
  getConnectRequest: endpoint<typeof getConnectRequest>('GET /connect-requests/{uid}'),
  approveConnectRequest: endpoint<typeof approveConnectRequest>('POST /connect-requests/{uid}/approve'),
  denyConnectRequest: endpoint<typeof denyConnectRequest>('POST /connect-requests/{uid}/deny'),
  listConnectedApps: endpoint<typeof listConnectedApps>('GET /connected-apps'),
  revokeConnectedApp: endpoint<typeof revokeConnectedApp>('DELETE /connected-apps/{app_id}'),
  listOrganizations: endpoint<typeof listOrganizations>('GET /organizations'),
  getOrganization: inOrganization<typeof getOrganization>('GET /organizations/{org}'),
  getOverview: inOrganization<typeof getOverview>('GET /organizations/{org}/overview'),
  getBusinessProfile: inOrganization<typeof getBusinessProfile>('GET /organizations/{org}/business-profile'),
  listMembers: inOrganization<typeof listMembers>('GET /organizations/{org}/members'),
  addMember: inOrganization<typeof addMember>('POST /organizations/{org}/members'),
  changeMemberRole: inOrganization<typeof changeMemberRole>('PUT /organizations/{org}/members/{person_id}'),
  removeMember: inOrganization<typeof removeMember>('DELETE /organizations/{org}/members/{person_id}'),
  listInvitations: inOrganization<typeof listInvitations>('GET /organizations/{org}/invitations'),
  revokeInvitation: inOrganization<typeof revokeInvitation>('DELETE /organizations/{org}/invitations/{invitation_id}'),
  listApiKeys: inOrganization<typeof listApiKeys>('GET /organizations/{org}/api-keys'),
  createApiKey: inOrganization<typeof createApiKey>('POST /organizations/{org}/api-keys'),
  rotateApiKey: inOrganization<typeof rotateApiKey>('POST /organizations/{org}/api-keys/{key_id}/rotate'),
  revokeApiKey: inOrganization<typeof revokeApiKey>('POST /organizations/{org}/api-keys/{key_id}/revoke'),
  getApprovalsSetting: inOrganization<typeof getApprovalsSetting>('GET /organizations/{org}/approvals'),
  setApprovalsSetting: inOrganization<typeof setApprovalsSetting>('PUT /organizations/{org}/approvals'),
  undoAction: endpoint<typeof undoAction>('POST /actions/{action_id}/undo'),
  previewUndo: endpoint<typeof previewUndo>('GET /actions/{action_id}/undo'),
  getTaskStatus: endpoint<typeof getTaskStatus>('GET /task-tracking/{task_tracking_id}'),
  getNewestTask: inOrganization<typeof getNewestTask>('GET /organizations/{org}/tasks/{about}'),
  listCampaignFigures: inOrganization<typeof listCampaignFigures>('GET /organizations/{org}/campaign-figures'),
  listBudgetLimits: inOrganization<typeof listBudgetLimits>('GET /organizations/{org}/budget-limits'),
  listCampaignNames: inOrganization<typeof listCampaignNames>('GET /organizations/{org}/campaign-names'),
  listCampaigns: inOrganization<typeof listCampaigns>('GET /organizations/{org}/campaigns'),
  getCampaign: inOrganization<typeof getCampaign>('GET /organizations/{org}/campaigns/{slug}'),
  createCampaign: inOrganization<typeof createCampaign>('POST /organizations/{org}/campaigns'),
  createAd: inOrganization<typeof createAd>('POST /organizations/{org}/campaigns/{slug}/ads'),
  updateCampaign: inOrganization<typeof updateCampaign>('PATCH /organizations/{org}/campaigns/{slug}'),
  setCampaignState: inOrganization<typeof setCampaignState>('PUT /organizations/{org}/campaigns/{slug}/state'),
  listKeywords: inOrganization<typeof listKeywords>('GET /organizations/{org}/campaigns/{slug}/keywords'),
  addNegativeKeywords: inOrganization<typeof addNegativeKeywords>(
    'POST /organizations/{org}/campaigns/{slug}/negative-keywords',
  ),
  getPerformance: inOrganization<typeof getPerformance>('GET /organizations/{org}/performance'),
  getSearchTerms: inOrganization<typeof getSearchTerms>('GET /organizations/{org}/search-terms'),
  listReports: inOrganization<typeof listReports>('GET /organizations/{org}/reports/{type}'),
  getReport: inOrganization<typeof getReport>('GET /organizations/{org}/reports/{type}/{report_id}'),
  generateReport: inOrganization<typeof generateReport>('POST /organizations/{org}/reports/{type}'),
  generateStrategy: inOrganization<typeof generateStrategy>('POST /organizations/{org}/strategy'),
  listStrategies: inOrganization<typeof listStrategies>('GET /organizations/{org}/strategy'),
  getStrategy: inOrganization<typeof getStrategy>('GET /organizations/{org}/strategy/{strategy_id}'),
  listRecommendations: inOrganization<typeof listRecommendations>('GET /organizations/{org}/recommendations'),
  listOptimizations: inOrganization<typeof listOptimizations>('GET /organizations/{org}/optimizations'),
  runDetector: inOrganization<typeof runDetector>('POST /organizations/{org}/campaigns/{slug}/detect'),
  applyRecommendation: endpoint<typeof applyRecommendation>('POST /recommendations/{recommendation_id}/apply'),
  getActionLog: inOrganization<typeof getActionLog>('GET /organizations/{org}/actions'),
  listAuditEvents: inOrganization<typeof listAuditEvents>('GET /organizations/{org}/audit'),
  exportAudit: inOrganization<typeof exportAudit>('GET /organizations/{org}/audit/export'),
  getQueuedWrite: endpoint<typeof getQueuedWrite>('GET /queued-writes/{queued_write_id}'),
  startWebsiteAnalysis: inOrganization<typeof startWebsiteAnalysis>(
    'POST /organizations/{org}/business-profile/analysis',
  ),
  updateBusinessProfile: inOrganization<typeof updateBusinessProfile>('PATCH /organizations/{org}/business-profile'),
  getCampaignParts: inOrganization<typeof getCampaignParts>('GET /organizations/{org}/campaigns/{slug}/parts'),
  updateAd: inOrganization<typeof updateAd>('PATCH /organizations/{org}/campaigns/{slug}/ads/{ad_id}'),
  removeAd: inOrganization<typeof removeAd>('POST /organizations/{org}/campaigns/{slug}/ads/{ad_id}/remove'),
  setAdKeywords: inOrganization<typeof setAdKeywords>('PUT /organizations/{org}/campaigns/{slug}/ads/{ad_id}/keywords'),
  setSitelinks: inOrganization<typeof setSitelinks>('PUT /organizations/{org}/campaigns/{slug}/sitelinks'),
  setCallouts: inOrganization<typeof setCallouts>('PUT /organizations/{org}/campaigns/{slug}/callouts'),
  setLocations: inOrganization<typeof setLocations>('PUT /organizations/{org}/campaigns/{slug}/locations'),
  findLocations: inOrganization<typeof findLocations>('GET /organizations/{org}/locations'),
  listQueuedWrites: inOrganization<typeof listQueuedWritesOperation>('GET /organizations/{org}/queued-writes'),
  previewQueuedWrite: inOrganization<typeof previewQueuedWrite>(
    'GET /organizations/{org}/queued-writes/{queued_write_id}/preview',
  ),
  approveQueuedWrite: inOrganization<typeof approveQueuedWrite>(
    'POST /organizations/{org}/queued-writes/{queued_write_id}/approve',
  ),
  rejectQueuedWrite: inOrganization<typeof rejectQueuedWrite>(
    'POST /organizations/{org}/queued-writes/{queued_write_id}/reject',
  ),
  dismissRecommendation: inOrganization<typeof dismissRecommendation>(
    'POST /organizations/{org}/recommendations/{recommendation_id}/dismiss',
  ),
  restoreRecommendation: inOrganization<typeof restoreRecommendation>(
    'POST /organizations/{org}/recommendations/{recommendation_id}/restore',
  ),
  listAdConnections: inOrganization<typeof listAdConnections>('GET /organizations/{org}/ad-connections'),
  startAdConnection: inOrganization<typeof startAdConnection>('POST /organizations/{org}/ad-connections'),
  disconnectAdConnection: inOrganization<typeof disconnectAdConnection>(
    'DELETE /organizations/{org}/ad-connections/{connection_id}',
  ),
  listAdAccountsToChoose: inOrganization<typeof listAdAccountsToChoose>('GET /organizations/{org}/ad-accounts/choices'),
  selectAdAccount: inOrganization<typeof selectAdAccount>('POST /organizations/{org}/ad-accounts'),
  releaseAdAccount: inOrganization<typeof releaseAdAccount>('DELETE /organizations/{org}/ad-accounts/{account_id}'),
  syncAdAccount: inOrganization<typeof syncAdAccount>('POST /organizations/{org}/ad-accounts/{account_id}/sync'),
  listAdLoginUses: endpoint<typeof listAdLoginUses>('GET /ad-logins'),
  endAdLoginUse: endpoint<typeof endAdLoginUse>('DELETE /ad-logins/{connection_id}'),
  makeReport: inOrganization<typeof makeReport>('POST /organizations/{org}/reports/{type}/make'),
  listAllReports: inOrganization<typeof listAllReports>('GET /organizations/{org}/reports'),
  getLastCompleteDay: inOrganization<typeof getLastCompleteDay>(
    'GET /organizations/{org}/performance/last-complete-day',
  ),
  getPerformanceTable: inOrganization<typeof getPerformanceTable>('GET /organizations/{org}/performance/table'),
  reviewSearchTerms: inOrganization<typeof reviewSearchTerms>('GET /organizations/{org}/search-terms/review'),
  renameOrganization: inOrganization<typeof renameOrganization>('PUT /organizations/{org}/name'),
  setSpendingLimits: inOrganization<typeof setSpendingLimits>('PUT /organizations/{org}/limits'),
  listLimitChanges: inOrganization<typeof listLimitChanges>('GET /organizations/{org}/limits/changes'),
  getSignInHints: endpoint<typeof getSignInHints>('GET /sign-in-hints'),
};

/** What an operation answers. */
export type Answer<E> = E extends Endpoint<infer _Input, infer Output> ? Output : never;

export type Me = Answer<typeof api.getMe>;
export type OrganizationOfMe = Me['organizations'][number];
export type OrganizationDetail = Answer<typeof api.getOrganization>;
export type BusinessProfile = Answer<typeof api.getBusinessProfile>;
export type ApiKey = Answer<typeof api.listApiKeys>['api_keys'][number];
export type IssuedKey = Answer<typeof api.createApiKey>;
export type Member = Answer<typeof api.listMembers>['members'][number];
export type Invitation = Answer<typeof api.listInvitations>['invitations'][number];
export type ConnectRequest = Answer<typeof api.getConnectRequest>;
export type ConnectedApp = Answer<typeof api.listConnectedApps>['connected_apps'][number];
export type CampaignRow = Answer<typeof api.listCampaignFigures>['campaigns'][number];
export type Campaign = Answer<typeof api.getCampaign>;
export type CampaignParts = Answer<typeof api.getCampaignParts>;
export type Ad = CampaignParts['ads'][number];
export type ActionEntry = Answer<typeof api.getActionLog>['actions'][number];
export type MyInvitation = Answer<typeof api.listMyInvitations>['invitations'][number];
export type Overview = Answer<typeof api.getOverview>;
export type Optimization = Answer<typeof api.listOptimizations>['optimizations'][number];
export type QueuedWrite = Answer<typeof api.listQueuedWrites>['queued_writes'][number];
export type LoggedAction = Answer<typeof api.getActionLog>['actions'][number];
export type AuditEvent = Answer<typeof api.listAuditEvents>['events'][number];
