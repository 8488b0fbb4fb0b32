import { getSignInHints } from './demo/get-sign-in-hints.ts';
import { disconnectAdConnection } from './src/ad-accounts/connect/disconnect-ad-connection.ts';
import { endAdLoginUse } from './src/ad-accounts/connect/end-ad-login-use.ts';
import { endLoginsOfMember } from './src/ad-accounts/connect/end-logins-of-member.task.ts';
import { finishAdConnection } from './src/ad-accounts/connect/finish-ad-connection.ts';
import { listAdAccountsToChoose } from './src/ad-accounts/connect/list-ad-accounts-to-choose.ts';
import { listAdConnections } from './src/ad-accounts/connect/list-ad-connections.ts';
import { listAdLoginUses } from './src/ad-accounts/connect/list-ad-login-uses.ts';
import { releaseAdAccount } from './src/ad-accounts/connect/release-ad-account.ts';
import { revokeAdLogin } from './src/ad-accounts/connect/revoke-ad-login.task.ts';
import { selectAdAccount } from './src/ad-accounts/connect/select-ad-account.ts';
import { startAdConnection } from './src/ad-accounts/connect/start-ad-connection.ts';
import { syncAccount } from './src/ad-accounts/sync/sync-account.task.ts';
import { syncAdAccount } from './src/ad-accounts/sync/sync-ad-account.ts';
import { syncAllAccounts } from './src/ad-accounts/sync/sync-all-accounts.task.ts';
import { createAd } from './src/ads/create-ad.ts';
import { findLocations } from './src/ads/find-locations.ts';
import { generateAd } from './src/ads/generate-ad.task.ts';
import { getCampaignParts } from './src/ads/get-campaign-parts.ts';
import { removeAd } from './src/ads/remove-ad.ts';
import { setAdKeywords } from './src/ads/set-ad-keywords.ts';
import { setCallouts } from './src/ads/set-callouts.ts';
import { setLocations } from './src/ads/set-locations.ts';
import { setSitelinks } from './src/ads/set-sitelinks.ts';
import { updateAd } from './src/ads/update-ad.ts';
import { exportAudit } from './src/audit/export-audit.ts';
import { keepUnanswered } from './src/audit/keep-unanswered.task.ts';
import { listAuditEvents } from './src/audit/list-audit-events.ts';
import { tidyAudit } from './src/audit/tidy-audit.task.ts';
import type { Operation } from './src/base/operation.ts';
import { createCampaign } from './src/campaigns/create/create-campaign.ts';
import { generateCampaign } from './src/campaigns/create/generate-campaign.task.ts';
import { updateCampaign } from './src/campaigns/edit/update-campaign.ts';
import { getCampaign } from './src/campaigns/get-campaign.ts';
import { listBudgetLimits } from './src/campaigns/list-budget-limits.ts';
import { listCampaignNames } from './src/campaigns/list-campaign-names.ts';
import { listCampaigns } from './src/campaigns/list-campaigns.ts';
import { setCampaignState } from './src/campaigns/state/set-campaign-state.ts';
import { runDetector } from './src/detection/run-detector.ts';
import { runAllEngines } from './src/engine/run-all-engines.task.ts';
import { runEngine } from './src/engine/run-engine.task.ts';
import { followOrganization } from './src/events/follow-organization.ts';
import { addNegativeKeywords } from './src/exclusions/add-negative-keywords.ts';
import { reviewSearchTerms } from './src/exclusions/review-search-terms.ts';
import { forgetIdleBucketsTask } from './src/gate/forget-idle-buckets.task.ts';
import { askPasswordReset } from './src/identity/account/ask-password-reset.ts';
import { beginSecondFactor } from './src/identity/account/begin-second-factor.ts';
import { changePassword } from './src/identity/account/change-password.ts';
import { choosePassword } from './src/identity/account/choose-password.ts';
import { confirmSecondFactor } from './src/identity/account/confirm-second-factor.ts';
import { endOtherSessions } from './src/identity/account/end-other-sessions.ts';
import { endSession } from './src/identity/account/end-session.ts';
import { getSecondFactor } from './src/identity/account/get-second-factor.ts';
import { joinOrganization } from './src/identity/account/join-organization.ts';
import { listSessions } from './src/identity/account/list-sessions.ts';
import { makeRecoveryCodes } from './src/identity/account/make-recovery-codes.ts';
import { sendPasswordReset } from './src/identity/account/send-password-reset.task.ts';
import { turnOffSecondFactor } from './src/identity/account/turn-off-second-factor.ts';
import { acceptInvitation } from './src/identity/invitations/accept-invitation.ts';
import { declineInvitation } from './src/identity/invitations/decline-invitation.ts';
import { forgetExpiredInvitationsTask } from './src/identity/invitations/forget-expired-invitations.task.ts';
import { listInvitations } from './src/identity/invitations/list-invitations.ts';
import { listMyInvitations } from './src/identity/invitations/list-my-invitations.ts';
import { revokeInvitation } from './src/identity/invitations/revoke-invitation.ts';
import { createApiKey } from './src/identity/keys/create-api-key.ts';
import { warnOfKeyExpiry } from './src/identity/keys/key-expiry.ts';
import { listApiKeys } from './src/identity/keys/list-api-keys.ts';
import { revokeApiKey } from './src/identity/keys/revoke-api-key.ts';
import { rotateApiKey } from './src/identity/keys/rotate-api-key.ts';
import { addMember } from './src/identity/members/add-member.ts';
import { changeMemberRole } from './src/identity/members/change-member-role.ts';
import { listMembers } from './src/identity/members/list-members.ts';
import { removeMember } from './src/identity/members/remove-member.ts';
import { approveConnectRequest } from './src/identity/oauth/approve-connect-request.ts';
import { denyConnectRequest } from './src/identity/oauth/deny-connect-request.ts';
import { getConnectRequest } from './src/identity/oauth/get-connect-request.ts';
import { listConnectedApps } from './src/identity/oauth/list-connected-apps.ts';
import { revokeConnectedApp } from './src/identity/oauth/revoke-connected-app.ts';
import { tidyConnectedApps } from './src/identity/oauth/tidy-connected-apps.task.ts';
import { finishSignIn } from './src/identity/sign-in/finish-sign-in.ts';
import { forgetStaleSignIns } from './src/identity/sign-in/forget-stale-sign-ins.task.ts';
import { getMe } from './src/identity/sign-in/get-me.ts';
import { signIn } from './src/identity/sign-in/sign-in.ts';
import { signOut } from './src/identity/sign-in/sign-out.ts';
import { listKeywords } from './src/keywords/list-keywords.ts';
import { sendEmail, sendSecurityEmail } from './src/mail/send-email.task.ts';
import { getApprovalsSetting } from './src/organizations/get-approvals-setting.ts';
import { getBusinessProfile } from './src/organizations/get-business-profile.ts';
import { getOrganization } from './src/organizations/get-organization.ts';
import { listLimitChanges } from './src/organizations/list-limit-changes.ts';
import { listOrganizations } from './src/organizations/list-organizations.ts';
import { renameOrganization } from './src/organizations/rename-organization.ts';
import { setApprovalsSetting } from './src/organizations/set-approvals-setting.ts';
import { setSpendingLimits } from './src/organizations/set-spending-limits.ts';
import { getOverview } from './src/overview/get-overview.ts';
import { getLastCompleteDay } from './src/performance/get-last-complete-day.ts';
import { getPerformance } from './src/performance/get-performance.ts';
import { getPerformanceTable } from './src/performance/get-performance-table.ts';
import { listCampaignFigures } from './src/performance/list-campaign-figures.ts';
import { applyRecommendation } from './src/recommendations/apply/apply-recommendation.ts';
import { dismissRecommendation } from './src/recommendations/dismiss-recommendation.ts';
import { listOptimizations } from './src/recommendations/list-optimizations.ts';
import { listRecommendations } from './src/recommendations/list-recommendations.ts';
import { restoreRecommendation } from './src/recommendations/restore-recommendation.ts';
import { generateReportTask } from './src/reports/generate-report.task.ts';
import { generateReport } from './src/reports/generate-report.ts';
import { getLatestReport } from './src/reports/get-latest-report.ts';
import { getReport } from './src/reports/get-report.ts';
import { listAllReports } from './src/reports/list-all-reports.ts';
import { listReports } from './src/reports/list-reports.ts';
import { makeReport } from './src/reports/make-report.ts';
import { makeWeeklyReports } from './src/reports/make-weekly-reports.task.ts';
import { getSearchTerms } from './src/search-terms/get-search-terms.ts';
import { generateStrategyTask } from './src/strategies/generate-strategy.task.ts';
import { generateStrategy } from './src/strategies/generate-strategy.ts';
import { getStrategy } from './src/strategies/get-strategy.ts';
import { listStrategies } from './src/strategies/list-strategies.ts';
import { forgetFinishedTasks } from './src/tasks/forget-finished-tasks.task.ts';
import { getNewestTask } from './src/tasks/get-newest-task.ts';
import { getTaskStatus } from './src/tasks/get-task-status.ts';
import type { ScheduledWork } from './src/tasks/schedule.ts';
import type { Task } from './src/tasks/task.ts';
import { analyseWebsite } from './src/websites/analyse-website.task.ts';
import { startWebsiteAnalysis } from './src/websites/start-website-analysis.ts';
import { updateBusinessProfile } from './src/websites/update-business-profile.ts';
import { applyChange, stopSpending } from './src/writes/actions/apply-change.task.ts';
import { getActionLog } from './src/writes/actions/get-action-log.ts';
import { previewUndo } from './src/writes/actions/preview-undo.ts';
import { undoAction } from './src/writes/actions/undo-action.ts';
import { approveQueuedWrite } from './src/writes/approvals/approve-queued-write.ts';
import { getQueuedWrite } from './src/writes/approvals/get-queued-write.ts';
import { listQueuedWritesOperation } from './src/writes/approvals/list-queued-writes.ts';
import { previewQueuedWrite } from './src/writes/approvals/preview-queued-write.ts';
import { rejectQueuedWrite } from './src/writes/approvals/reject-queued-write.ts';
import { stepKindsOf } from './src/writes/guarded-write.ts';
import { Steps } from './src/writes/steps.ts';
import { tidyWrites } from './src/writes/tidy-writes.task.ts';

/** Every operation that keys and connected apps can call, in the specification's order; all surfaces loop over it. */
export const operations: readonly Operation[] = [
  listOrganizations,
  getOrganization,
  getBusinessProfile,
  listCampaigns,
  getCampaign,
  createCampaign,
  createAd,
  updateCampaign,
  setCampaignState,
  listKeywords,
  addNegativeKeywords,
  getPerformance,
  getSearchTerms,
  listReports,
  getLatestReport,
  getReport,
  generateReport,
  generateStrategy,
  listStrategies,
  getStrategy,
  runDetector,
  listRecommendations,
  applyRecommendation,
  undoAction,
  getActionLog,
  exportAudit,
  getTaskStatus,
  getQueuedWrite,
];

/** What only people can do, in the dashboard. */
export const dashboardOperations: readonly Operation[] = [
  signIn,
  finishSignIn,
  signOut,
  getMe,
  listSessions,
  endSession,
  endOtherSessions,
  changePassword,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  turnOffSecondFactor,
  makeRecoveryCodes,
  askPasswordReset,
  choosePassword,
  joinOrganization,
  listMyInvitations,
  acceptInvitation,
  declineInvitation,
  getConnectRequest,
  approveConnectRequest,
  denyConnectRequest,
  listConnectedApps,
  revokeConnectedApp,
  followOrganization,
  getOverview,
  listMembers,
  addMember,
  changeMemberRole,
  removeMember,
  listInvitations,
  revokeInvitation,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  getApprovalsSetting,
  setApprovalsSetting,
  renameOrganization,
  setSpendingLimits,
  listLimitChanges,
  getNewestTask,
  startWebsiteAnalysis,
  updateBusinessProfile,
  listCampaignFigures,
  listCampaignNames,
  listBudgetLimits,
  getCampaignParts,
  updateAd,
  removeAd,
  setAdKeywords,
  setSitelinks,
  setCallouts,
  setLocations,
  findLocations,
  listQueuedWritesOperation,
  previewQueuedWrite,
  approveQueuedWrite,
  rejectQueuedWrite,
  previewUndo,
  listAuditEvents,
  listOptimizations,
  dismissRecommendation,
  restoreRecommendation,
  listAdConnections,
  startAdConnection,
  finishAdConnection,
  disconnectAdConnection,
  listAdAccountsToChoose,
  selectAdAccount,
  releaseAdAccount,
  syncAdAccount,
  listAdLoginUses,
  endAdLoginUse,
  makeReport,
  listAllReports,
  getPerformanceTable,
  getLastCompleteDay,
  reviewSearchTerms,
  getSignInHints,
];

/** Every kind of work the service can do; a worker takes what is in this list. */
export const allTasks: readonly Task[] = [
  sendEmail,
  sendSecurityEmail,
  sendPasswordReset,
  warnOfKeyExpiry,
  forgetStaleSignIns,
  forgetExpiredInvitationsTask,
  tidyConnectedApps,
  forgetIdleBucketsTask,
  syncAllAccounts,
  syncAccount,
  runAllEngines,
  runEngine,
  revokeAdLogin,
  endLoginsOfMember,
  applyChange,
  stopSpending,
  generateCampaign,
  generateAd,
  analyseWebsite,
  generateReportTask,
  generateStrategyTask,
  makeWeeklyReports,
  tidyWrites,
  tidyAudit,
  keepUnanswered,
  forgetFinishedTasks,
];

/** What people wait for: changes on their way to the platform. */
export const changeTasks: readonly Task[] = [applyChange];

/** What stops spending waits for none of those, and for none of their places. */
export const stopTasks: readonly Task[] = [stopSpending];

/** What reads websites, and may wait long for each page. */
export const websiteTasks: readonly Task[] = [generateCampaign, generateAd, analyseWebsite];

/** What else waits for the ad platform. */
export const platformTasks: readonly Task[] = [syncAccount, revokeAdLogin];

/** What is written from our own figures, in the words of a language model where there is one. */
export const documentTasks: readonly Task[] = [generateReportTask, generateStrategyTask];

/** What looks for work instead of doing any: nobody waits behind it. */
export const engineTasks: readonly Task[] = [runEngine];

/** Letters of organizations: invitations and notices. */
export const mailTasks: readonly Task[] = [sendEmail];

/** Letters to a person, who often sits waiting for them or must hear at once: they wait behind no organization's. */
export const personalMailTasks: readonly Task[] = [sendSecurityEmail, sendPasswordReset];

/** Everything that starts by the clock. */
export const schedule: readonly ScheduledWork[] = [
  { name: 'key_expiry', cron: '7 * * * *', type: 'warn_of_key_expiry' },
  { name: 'stale_sign_ins', cron: '23 * * * *', type: 'forget_stale_sign_ins' },
  { name: 'expired_invitations', cron: '37 * * * *', type: 'forget_expired_invitations' },
  { name: 'connected_apps', cron: '29 * * * *', type: 'tidy_connected_apps' },
  { name: 'idle_buckets', cron: '41 * * * *', type: 'forget_idle_buckets' },
  { name: 'account_sync', cron: '*/15 * * * *', type: 'sync_all_accounts' },
  { name: 'engine', cron: '17 5 * * *', type: 'run_all_engines' },
  { name: 'weekly_reports', cron: '29 * * * *', type: 'make_weekly_reports' },
  { name: 'tidy_writes', cron: '53 * * * *', type: 'tidy_writes' },
  { name: 'unanswered', cron: '*/5 * * * *', type: 'keep_unanswered' },
  { name: 'tidy_audit', cron: '37 2 * * *', type: 'tidy_audit' },
  { name: 'finished_tasks', cron: '13 4 * * *', type: 'forget_finished_tasks' },
];

/** Every kind of step that guarded writes are made of, and those that take them back: the writes themselves name them. */
export const steps = new Steps([...operations, ...dashboardOperations].flatMap(stepKindsOf));
