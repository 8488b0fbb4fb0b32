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
import type { getApprovalsSetting } from '../../server/src/organizations/get-approvals-setting.ts';
import type { getBusinessProfile } from '../../server/src/organizations/get-business-profile.ts';
import type { getOrganization } from '../../server/src/organizations/get-organization.ts';
import type { listOrganizations } from '../../server/src/organizations/list-organizations.ts';
import type { setApprovalsSetting } from '../../server/src/organizations/set-approvals-setting.ts';
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
export type MyInvitation = Answer<typeof api.listMyInvitations>['invitations'][number];
